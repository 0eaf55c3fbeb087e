import type { AppError } from '#platform/errors.ts';
import { FailureError } from '#platform/outbound/failure.ts';
import { paymentErrors } from './payment.errors.ts';
import type { PaymentFailure } from './payment.ts';

/** A failure on its way through the SDK. */
export class PaymentFailureError extends FailureError<PaymentFailure> {}

/** The problem that the client of the API gets. */
export function problemOf(failure: PaymentFailure): AppError {
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
      return paymentErrors.badResponse();
  }
}
