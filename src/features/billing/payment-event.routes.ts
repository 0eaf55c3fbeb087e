import type { Routes } from '../../platform/http/audience.ts';
import { type PaymentEventDeps, receivePaymentEvent } from './payment-event.actions.ts';
import { PaymentEventBody, ReceivedBody, SignatureHeader } from './payment-event.schema.ts';

/** In bytes. An event is some kilobytes long. */
const BODY_LIMIT = 256 * 1024;

export function paymentEventRoutes(deps: PaymentEventDeps): Routes {
  return (scope) => {
    scope.register(async (raw) => {
      // The signature is over the very bytes.
      raw.removeAllContentTypeParsers();
      raw.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
      raw.setValidatorCompiler(() => () => true);

      raw.post(
        '/api/payment/webhook',
        {
          bodyLimit: BODY_LIMIT,
          config: { isSigned: true },
          schema: {
            tags: ['Payments'],
            summary: 'Take an event of the payment provider',
            description:
              'Signed by the provider, at most five minutes ago. `checkout.session.completed`, `customer.subscription.created`, `.updated` and `.deleted`, `invoice.paid` and `invoice.payment_failed` have an effect, once each and in any order; all others are acknowledged. 400 where the signature is not right; whatever is not acknowledged should be sent again.',
            headers: SignatureHeader,
            body: PaymentEventBody,
            response: { 200: ReceivedBody },
          },
        },
        async (request) => {
          const { headers, body } = request;
          const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
          await receivePaymentEvent(deps, bytes, String(headers['stripe-signature'] ?? ''));
          return { received: true as const };
        },
      );
    });
  };
}
