import type { AppError } from '../../platform/errors.ts';
import { FailureError, type OutboundFailure } from '../../platform/outbound/failure.ts';
import { paymentErrors } from './payment.errors.ts';

/** `code` is the provider's own word for the refusal, such as `resource_missing`. */
export type PaymentFailure = OutboundFailure<
  | 'time-limit'
  | 'not-reachable'
  | 'out-of-order'
  | 'declined'
  | 'refused'
  | 'customer-unknown'
  | 'too-large'
  | 'not-of-the-shape'
> & { code?: string };

/** A failure on its way up through the SDK. */
export class PaymentFailureError extends FailureError<PaymentFailure> {}

/** What the client is told. */
export function refusalFor(failure: PaymentFailure): AppError {
  switch (failure.reason) {
    case 'time-limit':
      return paymentErrors.timeout();
    case 'not-reachable':
    case 'out-of-order':
      return paymentErrors.unavailable();
    case 'declined':
      return paymentErrors.declined();
    case 'refused':
      return paymentErrors.refused();
    case 'customer-unknown':
      return paymentErrors.customerUnknown();
    case 'too-large':
    case 'not-of-the-shape':
      return paymentErrors.badAnswer();
  }
}
