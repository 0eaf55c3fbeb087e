import { fetchFailureOf, readBodyAtMost } from '../../platform/read-body.ts';
import { PaymentFailureError } from './payment.failure.ts';

/** The provider's answers have a few kilobytes. Beyond this the connection is closed. */
const LARGEST_ANSWER_BYTES = 512 * 1024;

/**
 * A `fetch` for talking to a provider that may misbehave: it reads a bounded answer within the signal, follows no redirect (the
 * key would travel along), and hands on nothing but a JSON object. What keeps it from one is a `PaymentFailureError`.
 */
export const boundedFetch: typeof fetch = async (input, init) => {
  try {
    const response = await fetch(input, { ...init, redirect: 'error' });
    const { status } = response;
    const body = await readBodyAtMost(response, LARGEST_ANSWER_BYTES, init?.signal ?? undefined);
    const text = await body.text();
    // Over any other JSON the SDK would never come back, and leave a rejection that nobody handles.
    if (!isObject(text))
      throw new PaymentFailureError({ reason: status < 500 ? 'not-of-the-shape' : 'out-of-order', status });
    // Without its headers: the SDK would print one of them as a warning of this process.
    return new Response(text, { status });
  } catch (error) {
    if (error instanceof PaymentFailureError) throw error;
    throw new PaymentFailureError(fetchFailureOf(error, init?.signal));
  }
};

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}
