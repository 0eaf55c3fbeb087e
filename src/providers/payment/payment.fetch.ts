import { boundedFetch } from '../../platform/outbound/bounded-fetch.ts';
import { PaymentFailureError } from './payment.failure.ts';

/** Responses of the provider have a few kilobytes. */
const MAX_RESPONSE_BYTES = 512 * 1024;

/** The `fetch` of the payment provider. Rejects with `PaymentFailureError` if the body is no JSON object. */
export const paymentFetch: typeof fetch = async (input, init) => {
  const { status, body } = await boundedFetch(input, init ?? {}, {
    maxBytes: MAX_RESPONSE_BYTES,
    FailureError: PaymentFailureError,
  });
  const text = await body.text();
  // For other JSON the SDK never resolves and leaves an unhandled rejection.
  if (!isObject(text)) {
    throw new PaymentFailureError({ reason: status < 500 ? 'not-of-the-shape' : 'out-of-order', status });
  }
  // Without headers: the SDK prints one of them as a process warning.
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
