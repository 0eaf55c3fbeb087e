import { boundedFetch } from '../../platform/outbound/bounded-fetch.ts';
import { PaymentFailureError } from './payment.failure.ts';

/** The provider's answers have a few kilobytes. Beyond this the connection is closed. */
const MAX_ANSWER_BYTES = 512 * 1024;

/** The `fetch` of the payment provider. Hands on nothing but a JSON object; anything else is a `PaymentFailureError`. */
export const paymentFetch: typeof fetch = async (input, init) => {
  const { status, body } = await boundedFetch(input, init ?? {}, {
    maxBytes: MAX_ANSWER_BYTES,
    FailureError: PaymentFailureError,
  });
  const text = await body.text();
  // Over any other JSON the SDK would never come back, and leave an unhandled rejection.
  if (!isObject(text)) {
    throw new PaymentFailureError({ reason: status < 500 ? 'not-of-the-shape' : 'out-of-order', status });
  }
  // Without its headers: the SDK would print one of them as a warning of this process.
  return new Response(text, { status });
};

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}
