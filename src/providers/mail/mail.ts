import type { NamedCircuitState } from '../../platform/outbound/circuit-breaker.ts';
import type { MailFailure } from './mail.failure.ts';
import { createMailFolder } from './mail.outbox.ts';

/**
 * A message to one address. `id` is ours, a UUID: the Message-ID follows from it, so that whoever gets a message twice can tell.
 * `headers` are added to those that every message has. Nothing in it is ever taken for a file or an address to read from.
 */
export type OutgoingMail = {
  id: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  /** Where answers go, one plain address: to that of the service where it is not given. */
  replyTo?: string;
  headers?: Readonly<Record<string, string>>;
};

/**
 * What became of a message. `sent`: the next mail server, or the outbox, has it, under the Message-ID `id`. `refused`: it was not
 * taken, and never will be. `unavailable` and `late`: it was not taken, which may pass. `unconfirmed`: the connection broke when
 * all of it had been handed over, so it may be on its way; sent again, it could come twice.
 */
export type SendOutcome =
  | { outcome: 'sent'; id: string }
  | { outcome: 'refused' | 'unavailable' | 'late' | 'unconfirmed' };

/** Sends mail. Each call waits for another company's computer, five seconds at most: never make one inside a transaction. */
export type Mail = {
  /** Where a mail goes that was sent: on to the next mail server, or into the outbox. */
  delivery: 'sent' | 'outbox';
  /** Sends once, from the one address that is configured, and never throws over what the other side does. */
  send(mail: OutgoingMail): Promise<SendOutcome>;
  /** The source of a message that lies in the outbox of this node; null where there is none, as where mails really go out. */
  readSource(id: string): Promise<string | null>;
  /** How its breaker stands. It calls nobody. */
  standings(): readonly NamedCircuitState[];
};

export type MailSender = Readonly<{ name: string; address: string }>;

/** `isTls`: from the first byte on; else TLS begins where the server offers it, and has to where there are credentials. */
export type MailServer = Readonly<{
  host: string;
  port: number;
  isTls: boolean;
  credentials: Readonly<{ user: string; password: string }> | null;
}>;

/**
 * Without a server (`smtp`), mails are put into `mailFolder`. With one, a call may take `timeoutMs` (4,500); after
 * `failuresBeforePause` (5) failures of the server in a row nobody asks it for `pauseMs` (30,000). `onFailure` hears of every
 * failure, for the log; what it hears is free of addresses and texts.
 */
export type MailConfiguration = {
  smtp: MailServer | null;
  from: MailSender;
  mailFolder: string;
  timeoutMs?: number;
  failuresBeforePause?: number;
  pauseMs?: number;
  onFailure?: (failure: MailFailure) => void;
};

/** Builds the mail provider that the configuration asks for. */
export async function createMail(configuration: MailConfiguration): Promise<Mail> {
  const { smtp } = configuration;
  if (smtp === null) return createMailFolder(configuration);
  // A server that sends nothing need not load what speaks the protocol.
  const { createSmtpMail } = await import('./mail.smtp.ts');
  return createSmtpMail({ ...configuration, smtp });
}
