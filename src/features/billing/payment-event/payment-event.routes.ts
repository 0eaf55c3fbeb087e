import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Routes } from '#platform/http/guarded-routes.ts';
import type { BillingDeps } from '../deps.ts';
import { isUnauthenticated, receivePaymentEvent } from './payment-event.actions.ts';
import { PaymentEventBody, ReceivedBody, SignatureHeader } from './payment-event.schema.ts';

const MAX_BODY_BYTES = 256 * 1024;

export function paymentEventRoutes(deps: BillingDeps): Routes {
  async function receive(request: FastifyRequest, reply: FastifyReply, body: Uint8Array): Promise<void> {
    try {
      await receivePaymentEvent(deps, body, String(request.headers['stripe-signature'] ?? ''));
    } catch (error) {
      if (isUnauthenticated(error)) await deps.requestLimits.countFailure(request, reply);
      throw error;
    }
  }

  return (scope) => {
    scope.register(async (raw) => {
      // The signature covers the exact bytes, so the body stays unparsed and unvalidated here.
      raw.removeAllContentTypeParsers();
      raw.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
      raw.setValidatorCompiler(() => () => true);

      raw.post(
        '/api/payment/webhook',
        {
          bodyLimit: MAX_BODY_BYTES,
          config: { isSigned: true },
          onRequest: async (request, reply) => {
            // A request without a signature fails whatever the body is, so do not wait for the body.
            if (!request.headers['stripe-signature']) await receive(request, reply, Buffer.alloc(0));
          },
          schema: {
            tags: ['Payments'],
            operationId: 'receivePaymentEvent',
            summary: 'Receive an event of the payment provider',
            description:
              'The provider signs the event; the signature is valid for five minutes. These types have an effect, once each and in any order: `checkout.session.completed`, `customer.subscription.created`, `customer.subscription.updated`, `customer.subscription.deleted`, `customer.subscription.paused`, `customer.subscription.resumed`, `invoice.paid` and `invoice.payment_failed`. All other types are acknowledged and ignored. Send an event again if it was not acknowledged.',
            headers: SignatureHeader,
            body: PaymentEventBody,
            errors: [
              'payment.event-thin',
              'payment.event-unreadable',
              'payment.signature-invalid',
              'payment.webhook-not-configured',
            ],
            response: { 200: ReceivedBody },
          },
        },
        async (request, reply) => {
          await receive(request, reply, Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0));
          return { received: true as const };
        },
      );
    });
  };
}
