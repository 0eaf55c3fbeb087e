import type { AppError } from '../../platform/errors.ts';
import { paymentErrors } from './payment.errors.ts';

/**
 * Why a call failed, for the operator. It never holds a key, an address or a text of the provider: `status` is the HTTP status
 * of its answer, `code` its own word for the refusal (such as `resource_missing`), and `networkCode` the operating system's.
 */
export type PaymentFailure = {
  reason:
    | 'time-limit'
    | 'not-reachable'
    | 'out-of-order'
    | 'declined'
    | 'refused'
    | 'customer-unknown'
    | 'too-large'
    | 'not-of-the-shape';
  status?: number;
  code?: string;
  networkCode?: string;
};

/** A failure on its way up through the SDK. */
export class PaymentFailureError extends Error {
  readonly failure: PaymentFailure;

  constructor(failure: PaymentFailure) {
    super(`The call of the payment provider failed: ${failure.reason}`);
    this.name = 'PaymentFailureError';
    this.failure = failure;
  }
}

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
