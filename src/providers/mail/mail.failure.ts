import { FailureError } from '#platform/outbound/failure.ts';
import type { MailFailure, SendOutcome } from './mail.ts';

/** A failure on its way through the circuit breaker. */
export class MailFailureError extends FailureError<MailFailure> {}

/** Whether the server fails, as opposed to rejecting one email. */
export function isOutage(error: unknown): boolean {
  return error instanceof MailFailureError && !['put-off', 'refused', 'paused'].includes(error.failure.reason);
}

/** `unconfirmed` if the whole email was sent and no reply came. */
export function outcomeOf({ reason, isHandedOver, status }: MailFailure): SendOutcome {
  if (isHandedOver && status === undefined) return { outcome: 'unconfirmed' };
  if (reason === 'refused') return { outcome: 'refused' };
  return { outcome: reason === 'time-limit' ? 'late' : 'unavailable' };
}
