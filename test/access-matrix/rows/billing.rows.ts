import { signatureOf } from '#sandbox/payment/protocol.ts';
import {
  checkoutAt,
  customerOf,
  eventOf,
  secondsOf,
} from '../../../src/features/billing/payment-event/test-payment-events.ts';
import { type Rows, row } from '../matrix.ts';

export const BILLING_ROWS: Rows = {
  'POST /api/payment/create-checkout-session': row('401 401 | 200 200 200 200 | 200', ({ app }) => ({
    body: checkoutAt(app.payment.priceIds),
  })),
  'POST /api/payment/create-portal-session': row('401 401 | 200 200 200 200 | 200', async ({ app, people }) => {
    const { 'bad token': _, ...known } = people;
    for (const person of Object.values(known)) await customerOf(app, person);
    return {};
  }),
  'GET /api/payment/prices': row('401 401 | 200 200 200 200 | 200'),
  'GET /api/payment/subscription': row('401 401 | 200 200 200 200 | 200'),
  // The caller is identified by a signature. Tokens are ignored.
  'POST /api/payment/webhook': row('200 200 | 200 200 200 200 | 200', ({ app }) => {
    const now = secondsOf(app.clock.now());
    const body = JSON.stringify(eventOf('charge.succeeded', now, {}));
    const signature = signatureOf(body, app.payment.signingSecret, now);
    return { body, headers: { 'content-type': 'application/json', 'stripe-signature': signature } };
  }),
};
