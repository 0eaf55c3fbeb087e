import type { SendOutcome } from './mail.ts';

/**
 * Why a message was not sent, for the operator. It never holds an address, a text or a credential: `status` is the code of the
 * server's reply, `networkCode` the operating system's word for it, and `isHandedOver` says whether all of the message had
 * been written to the server by then.
 */
export type MailFailure = {
  reason: 'time-limit' | 'not-reachable' | 'no-smtp' | 'out-of-order' | 'put-off' | 'refused' | 'paused' | 'not-stored';
  status?: number;
  networkCode?: string;
  isHandedOver?: true;
};

/** A failure on its way through the breaker. */
export class MailFailureError extends Error {
  readonly failure: MailFailure;

  constructor(failure: MailFailure) {
    super(`The mail was not sent: ${failure.reason}`);
    this.name = 'MailFailureError';
    this.failure = failure;
  }
}

/** Whether the server itself is out of order, rather than unwilling to take one message. */
export function isOutage(error: unknown): boolean {
  return error instanceof MailFailureError && !['put-off', 'refused', 'paused'].includes(error.failure.reason);
}

/** What the sender is told. A reply settles it; without one, a message that was handed over may be on its way. */
export function outcomeOf({ reason, isHandedOver, status }: MailFailure): SendOutcome {
  if (isHandedOver && status === undefined) return { outcome: 'unconfirmed' };
  if (reason === 'refused') return { outcome: 'refused' };
  return { outcome: reason === 'time-limit' ? 'late' : 'unavailable' };
}
