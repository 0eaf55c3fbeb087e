import { actorOf } from '#access/actor.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { PageQuery } from '#platform/http/pagination.ts';
import type { WebhookDeps } from '../deps.ts';
import { OWNERS, orgIdOf } from '../owner.schema.ts';
import { listDeliveries, replayDelivery, testWebhook } from './delivery.actions.ts';
import { DeliveryBody, DeliveryList } from './delivery.schema.ts';

const tags = ['Webhooks'];
const SENDING = { requiresVerifiedAddress: true, refusedWhileImpersonating: true, perHour: 'webhookSends' } as const;

/** What was sent to the webhooks of the actor and of organizations. */
export function deliveryRoutes(deps: WebhookDeps): Routes {
  return (scope) => {
    for (const { base, noun, whose, access, errors, webhookPath, deliveryPath } of OWNERS) {
      const one = `${base}/:webhookId`;

      scope.post(
        `${one}/test`,
        {
          config: SENDING,
          schema: {
            tags,
            operationId: `test${noun}Webhook`,
            summary: `Send a test to one of ${whose} webhooks`,
            description: `Queues an event of the kind \`webhook.test\`, which is sent within seconds. Its delivery shows the result.${access}`,
            params: webhookPath,
            errors: [...errors, 'webhook.not-found', 'webhook.paused'],
            response: { 201: DeliveryBody },
          },
        },
        async (request, reply) => {
          const { params } = request;
          const delivery = await testWebhook(deps, actorOf(request), orgIdOf(params), params.webhookId);
          return reply.status(201).send({ delivery });
        },
      );

      scope.get(
        `${one}/deliveries`,
        {
          config: { refusedWhileImpersonating: true },
          schema: {
            tags,
            operationId: `list${noun}WebhookDeliveries`,
            summary: `List the deliveries of one of ${whose} webhooks`,
            description: `Returns the events of the last 30 days with all attempts to send them.${access}`,
            params: webhookPath,
            querystring: PageQuery,
            errors: [...errors, 'webhook.not-found'],
            response: { 200: DeliveryList },
          },
        },
        async (request) => {
          const { params, query } = request;
          return listDeliveries(deps, actorOf(request), orgIdOf(params), params.webhookId, query);
        },
      );

      scope.post(
        `${one}/deliveries/:deliveryId/replay`,
        {
          config: SENDING,
          schema: {
            tags,
            operationId: `replay${noun}WebhookDelivery`,
            summary: `Replay a delivery to one of ${whose} webhooks`,
            description: `Sends the message of a delivery that has ended again, as a new delivery with the same message id and payload.${access}`,
            params: deliveryPath,
            errors: [
              ...errors,
              'webhook.delivery-not-found',
              'webhook.delivery-pending',
              'webhook.not-found',
              'webhook.paused',
            ],
            response: { 201: DeliveryBody },
          },
        },
        async (request, reply) => {
          const { params } = request;
          const delivery = await replayDelivery(deps, actorOf(request), orgIdOf(params), params);
          return reply.status(201).send({ delivery });
        },
      );
    }
  };
}
