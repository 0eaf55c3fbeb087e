import { Readable } from 'node:stream';
import type { NodemailerError } from 'nodemailer/lib/errors';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { parseIpAddress } from '../../platform/network/ip-address.ts';
import { type MailFailure, MailFailureError } from './mail.failure.ts';
import type { MailServer } from './mail.ts';

/** Replies are lines. Beyond this the connection is closed. */
const MAX_REPLY_BYTES = 64 * 1024;
/** How long a server may take to say goodbye, in milliseconds. Nobody waits for it. */
const FAREWELL_MS = 1_000;

export type Envelope = { from: string; to: string; source: Buffer };

/**
 * Hands one message to a server, over a connection of its own, and is back within the time limit, when nothing more is written.
 * Rejects with a `MailFailureError`.
 */
export function deliver(server: MailServer, { from, to, source }: Envelope, timeoutMs: number): Promise<void> {
  // A stream, because its end tells that all of the message has been written.
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

/** Connects and signs in, and sends nothing. Rejects with a `MailFailureError`. */
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
        setTimeout(() => connection.close(), FAREWELL_MS).unref();
      });

    // What comes after the end is nobody's trouble: a promise is settled once.
    connection.on('error', failWith);
    connection.connect((error) => {
      if (error) return failWith(error);
      if (server.credentials === null) return send();
      const { user, password: pass } = server.credentials;
      connection.login({ credentials: { user, pass } }, (refusal) => (refusal ? failWith(refusal) : send()));
    });
  });
}

function connectionOf({ host, port, isTls, credentials }: MailServer, from: string) {
  const isOnThisMachine = host === 'localhost' || parseIpAddress(host)?.range() === 'loopback';
  return {
    host,
    port,
    secure: isTls,
    // On this machine nobody listens in, and certificates there are rarely real ones.
    ignoreTLS: isOnThisMachine && !isTls,
    requireTLS: credentials !== null && !isOnThisMachine && !isTls,
    // The name of this machine is nobody's business.
    name: from.slice(from.lastIndexOf('@') + 1),
  };
}

/** Commands that are about the message. What is refused before them concerns us, and no message would fare better. */
const ABOUT_THE_MESSAGE = /^(MAIL FROM|RCPT TO|DATA)/;

/** The errors of the library carry what was written and what the server said, so that they end here. */
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
      // The server has said how much it takes, and this is more.
      return { reason: response === undefined ? 'refused' : 'no-smtp' };
    case 'EPROTOCOL':
    case 'EENVELOPE':
    case 'EAUTH':
      return { reason: 'no-smtp' };
    default:
      return { reason: 'not-reachable', ...(originalCode !== undefined && { networkCode: originalCode }) };
  }
}
