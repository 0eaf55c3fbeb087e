import { FailureError, type OutboundFailure } from '../../platform/outbound/failure.ts';
import type { SendOutcome } from './mail.ts';

/** `status` is the code of the server's reply; `isHandedOver`: all of the message had been written to the server by then. */
export type MailFailure = OutboundFailure<
  'time-limit' | 'not-reachable' | 'no-smtp' | 'out-of-order' | 'put-off' | 'refused' | 'paused' | 'not-stored'
> & { isHandedOver?: true };

/** A failure on its way through the breaker. */
export class MailFailureError extends FailureError<MailFailure> {}

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
