import { paymentErrors } from './payment.errors.ts';
import type { Payment, PaymentConfiguration } from './payment.ts';

/** Creates the client of the payment provider. */
export async function createPayment(configuration: PaymentConfiguration): Promise<Payment> {
  const { apiKey, signingSecret } = configuration;
  const calls = apiKey === null ? NOT_CONFIGURED : await createCalls({ ...configuration, apiKey });
  return { ...calls, readEvent: signingSecret === null ? rejectEvent : await createReader(apiKey, signingSecret) };
}

// Loading the SDK takes a quarter of a second.
async function createCalls(configuration: PaymentConfiguration & { apiKey: string }) {
  const { createStripeCalls } = await import('./payment.stripe.ts');
  return createStripeCalls(configuration);
}

async function createReader(apiKey: string | null, signingSecret: string) {
  const { createEventReader } = await import('./payment.stripe.events.ts');
  return createEventReader(apiKey, signingSecret);
}

function rejectEvent(): never {
  throw paymentErrors.webhookNotConfigured();
}

const reject = async () => {
  throw paymentErrors.notConfigured();
};

const NOT_CONFIGURED: Omit<Payment, 'readEvent'> = {
  isConfigured: () => false,
  requireConfigured: () => {
    throw paymentErrors.notConfigured();
  },
  readPrice: reject,
  createCustomer: reject,
  createCheckout: reject,
  createPortal: reject,
  deleteCustomer: reject,
};
