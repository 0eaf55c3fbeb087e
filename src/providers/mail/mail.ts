import type { CallWatch } from '#platform/outbound/call-watch.ts';
import type { NamedCircuitState } from '#platform/outbound/circuit-breaker.ts';
import type { OutboundFailure } from '#platform/outbound/failure.ts';

/** One email to one recipient. No part of it is read as a file name or URL. */
export type OutgoingMail = {
  /** A UUID of ours. The Message-ID is derived from it, so duplicates can be recognized. */
  id: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  /** One email address. Default: the sender. */
  replyTo?: string;
  /** PNG images that the HTML shows by `cid:`. */
  images?: readonly { id: string; png: Buffer }[];
  /** Additional headers. */
  headers?: Readonly<Record<string, string>>;
};

/**
 * The result of sending an email:
 * - `sent`: the next mail server or the outbox accepted it under the Message-ID `id`.
 * - `refused`: rejected permanently.
 * - `unavailable`, `late`: not accepted, and a retry may succeed.
 * - `unconfirmed`: the connection ended after the whole email was sent. A retry may deliver it twice.
 */
export type SendOutcome =
  | { outcome: 'sent'; id: string }
  | { outcome: 'refused' | 'unavailable' | 'late' | 'unconfirmed' };

/** Sends email. A call takes up to five seconds: never make one inside a transaction. */
export type Mail = {
  /** What `send` does with an email: send it to the next mail server, or store it in the outbox. */
  delivery: 'sent' | 'outbox';
  /** Sends once, from the configured sender. Does not reject if the mail server fails. */
  send(mail: OutgoingMail): Promise<SendOutcome>;
  /** The source of an email in the outbox of this node. Null if it is not there. */
  readSource(id: string): Promise<string | null>;
  /** Deletes up to `limit` sources from before an instant from the outbox of this node, oldest first. Returns their number. */
  deleteSourcesBefore(before: Date, limit: number): Promise<number>;
  /** Deletes an email from the outbox of this node, if it is there. */
  deleteSource(id: string): Promise<void>;
  /** The state of the circuit breaker. Sends nothing. */
  circuitStates(): readonly NamedCircuitState[];
};

export type MailSender = Readonly<{ name: string; address: string }>;

export type MailServer = Readonly<{
  host: string;
  port: number;
  /** Implicit TLS. Otherwise STARTTLS: if offered, and always if there are credentials. */
  isTls: boolean;
  credentials: Readonly<{ user: string; password: string }> | null;
}>;

/** Why an email was not sent. Contains no address and no text. */
export type MailFailure = OutboundFailure<
  'time-limit' | 'not-reachable' | 'no-smtp' | 'out-of-order' | 'put-off' | 'refused' | 'paused' | 'not-stored'
> & {
  /** Set if the whole email had been sent to the server. */
  isHandedOver?: true;
};

/** Without `smtp`, emails are stored in `mailFolder`. */
export type MailConfiguration = {
  smtp: MailServer | null;
  from: MailSender;
  mailFolder: string;
  /** Default: 4,500. */
  timeoutMs?: number;
  /** Failures of the server in a row until no email is sent for `pauseMs`. Default: 5. */
  failuresBeforePause?: number;
  /** Default: 30,000. */
  pauseMs?: number;
  onFailure?: (failure: MailFailure) => void;
  watch?: CallWatch;
};
