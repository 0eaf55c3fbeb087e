import { Readable } from 'node:stream';
import type { NodemailerError } from 'nodemailer/lib/errors';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { parseIpAddress } from '#platform/network/ip-address.ts';
import { MailFailureError } from './mail.failure.ts';
import type { MailFailure, MailServer } from './mail.ts';

const MAX_REPLY_BYTES = 64 * 1024;
/** Time for the reply to QUIT. `deliver` does not wait for it. */
const QUIT_TIMEOUT_MS = 1_000;

export type Envelope = { from: string; to: string; source: Buffer };

/**
 * Sends one email over a new connection. After `timeoutMs` the connection is closed and nothing more is written.
 * Rejects with `MailFailureError`.
 */
export function deliver(server: MailServer, { from, to, source }: Envelope, timeoutMs: number): Promise<void> {
  // The end of a stream shows that the whole email was written.
  const message = Readable.from([source], { objectMode: false });
  let isHandedOver = false;
  message.once('end', () => {
    isHandedOver = true;
  });
  return converse(server, from, timeoutMs, {
    work: (connection, done) => connection.send({ from, to: [to], size: source.length }, message, done),
    isHandedOver: () => isHandedOver,
  });
}

/** Connects and signs in without sending an email. Rejects with `MailFailureError`. */
export function greet(server: MailServer, from: string, timeoutMs: number): Promise<void> {
  return converse(server, from, timeoutMs, { work: (_connection, done) => done(null), isHandedOver: () => false });
}

type Conversation = {
  work(connection: SMTPConnection, done: (error: NodemailerError | null) => void): void;
  isHandedOver(): boolean;
};

function converse(
  server: MailServer,
  from: string,
  timeoutMs: number,
  { work, isHandedOver }: Conversation,
): Promise<void> {
  const connection = new SMTPConnection({
    ...connectionOf(server, from),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    socketCloseTimeout: 0,
    maxResponseSize: MAX_REPLY_BYTES,
  });

  return new Promise<void>((resolve, reject) => {
    const fail = (failure: MailFailure) => {
      clearTimeout(timer);
      connection.close();
      reject(new MailFailureError({ ...failure, ...(isHandedOver() && { isHandedOver: true }) }));
    };
    const timer = setTimeout(() => fail({ reason: 'time-limit' }), timeoutMs);
    const failWith = (error: NodemailerError) => fail(failureOf(error));

    const send = () =>
      work(connection, (error) => {
        if (error) return failWith(error);
        clearTimeout(timer);
        resolve();
        connection.quit();
        setTimeout(() => connection.close(), QUIT_TIMEOUT_MS).unref();
      });

    // Errors after the end have no effect on a resolved promise.
    connection.on('error', failWith);
    connection.connect((error) => {
      if (error) return failWith(error);
      if (server.credentials === null) return send();
      const { user, password: pass } = server.credentials;
      connection.login({ credentials: { user, pass } }, (error) => (error ? failWith(error) : send()));
    });
  });
}

function connectionOf({ host, port, isTls, credentials }: MailServer, from: string) {
  const isOnThisMachine = host === 'localhost' || parseIpAddress(host)?.range() === 'loopback';
  return {
    host,
    port,
    secure: isTls,
    // Loopback traffic cannot be intercepted, and certificates there are rarely valid.
    ignoreTLS: isOnThisMachine && !isTls,
    requireTLS: credentials !== null && !isOnThisMachine && !isTls,
    // EHLO with the sender's domain does not reveal the name of this machine.
    name: from.slice(from.lastIndexOf('@') + 1),
  };
}

/** Commands about one email. A rejection of an earlier command would affect every email. */
const ABOUT_THE_MESSAGE = /^(MAIL FROM|RCPT TO|DATA)/;

/** Errors of the library contain the email and the replies, so they are not passed on. */
function failureOf(error: NodemailerError): MailFailure {
  const { responseCode: status, response, code, originalCode, command = '' } = error;
  if (status !== undefined && status >= 400 && status < 600) {
    if (status === 421 || !ABOUT_THE_MESSAGE.test(command)) return { reason: 'out-of-order', status };
    return { reason: status < 500 ? 'put-off' : 'refused', status };
  }
  switch (code) {
    case 'ETIMEDOUT':
      return { reason: 'time-limit' };
    case 'EMESSAGE':
      // Without a reply: the email is larger than the server's SIZE limit.
      return { reason: response === undefined ? 'refused' : 'no-smtp' };
    case 'EPROTOCOL':
    case 'EENVELOPE':
    case 'EAUTH':
      return { reason: 'no-smtp' };
    default:
      return { reason: 'not-reachable', ...(originalCode !== undefined && { networkCode: originalCode }) };
  }
}
