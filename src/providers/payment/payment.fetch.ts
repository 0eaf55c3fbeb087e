import { boundedFetch } from '#platform/outbound/bounded-fetch.ts';
import type { CallWatch } from '#platform/outbound/call-watch.ts';
import { PaymentFailureError } from './payment.failure.ts';

/** Responses of the provider have a few kilobytes. */
const MAX_RESPONSE_BYTES = 512 * 1024;

/** Creates the `fetch` of the payment provider. It rejects with `PaymentFailureError` if the body is no JSON object. */
export function createPaymentFetch(watch?: CallWatch): typeof fetch {
  return async (input, init) => {
    const { status, body } = await boundedFetch(input, init ?? {}, {
      maxBytes: MAX_RESPONSE_BYTES,
      FailureError: PaymentFailureError,
      watch,
    });
    const text = await body.text();
    // For other JSON the SDK never resolves and leaves an unhandled rejection.
    if (!isObject(text)) {
      throw new PaymentFailureError({ reason: status < 500 ? 'not-of-the-shape' : 'out-of-order', status });
    }
    // Without headers: the SDK prints one of them as a process warning.
    return new Response(text, { status });
  };
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}
