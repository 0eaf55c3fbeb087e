import { expect, test } from 'vitest';
import { startTestApp } from '#test/start-test-app.ts';
import { checkoutAt, customerOf } from '../payment-event/test-payment-events.ts';

const app = await startTestApp({ waits: {} });

test('POST /api/payment/create-checkout-session returns 200 or 503 within 8 s if all calls of the provider are slow', async () => {
  const { person, payment, clock, call } = app;
  const ada = await person();
  await customerOf(app, ada);
  payment.behave({ mode: 'slow', delayMs: 2_300 });
  clock.advance(60_000);
  const start = performance.now();
  const { status } = await call(ada, 'POST', '/api/payment/create-checkout-session', checkoutAt(payment.priceIds));
  expect(performance.now() - start).toBeLessThan(8_000);
  expect([200, 503]).toContain(status);
});
