import { actorOf } from '#access/actor.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { PageQuery } from '#platform/http/pagination.ts';
import { MessageBody } from '#platform/http/shapes.ts';
import type { WebhookDeps } from '../deps.ts';
import { OWNERS, orgIdOf } from '../owner.schema.ts';
import {
  changeWebhook,
  createWebhook,
  listWebhooks,
  readWebhook,
  removeWebhook,
  rotateSecret,
} from './endpoint.actions.ts';
import { WebhookBody, WebhookList, WebhookWithSecret } from './endpoint.schema.ts';

/** The webhooks of the actor and of organizations, with one set of routes. */
export function endpointRoutes(deps: WebhookDeps): Routes {
  return (scope) => {
    for (const { base, noun, whose, access, errors, path, webhookPath, newWebhook, webhookChange } of OWNERS) {
      const tags = ['Webhooks'];
      const one = `${base}/:webhookId`;

      scope.get(
        base,
        {
          config: { refusedWhileImpersonating: true },
          schema: {
            tags,
            operationId: `list${noun}Webhooks`,
            summary: `List ${whose} webhooks`,
            description: `Returns at most ten webhooks, without their secrets.${access}`,
            params: path,
            querystring: PageQuery,
            errors,
            response: { 200: WebhookList },
          },
        },
        async (request) => listWebhooks(deps, actorOf(request), orgIdOf(request.params), request.query),
      );

      scope.post(
        base,
        {
          config: {
            requiresVerifiedAddress: true,
            requiresFreshSession: true,
            refusedWhileImpersonating: true,
            isResponseSecret: true,
          },
          schema: {
            tags,
            operationId: `create${noun}Webhook`,
            summary: `Create a webhook for ${whose} events`,
            description: `Each event of the chosen kinds is posted to the URL as JSON, signed as Standard Webhooks specify. Keep the \`secret\` of the response. There can be at most ten webhooks.${access}`,
            params: path,
            body: newWebhook,
            errors: [...errors, 'webhook.too-many', 'webhook.url-not-allowed'],
            response: { 201: WebhookWithSecret },
          },
        },
        async (request, reply) => {
          const created = await createWebhook(deps, actorOf(request), orgIdOf(request.params), request.body);
          return reply.status(201).send(created);
        },
      );

      scope.get(
        one,
        {
          config: { refusedWhileImpersonating: true },
          schema: {
            tags,
            operationId: `get${noun}Webhook`,
            summary: `Get one of ${whose} webhooks`,
            description: `Returns the webhook without its secret.${access}`,
            params: webhookPath,
            errors: [...errors, 'webhook.not-found'],
            response: { 200: WebhookBody },
          },
        },
        async (request) => {
          const { params } = request;
          return { webhook: await readWebhook(deps, actorOf(request), orgIdOf(params), params.webhookId) };
        },
      );

      scope.patch(
        one,
        {
          config: { requiresVerifiedAddress: true, refusedWhileImpersonating: true },
          schema: {
            tags,
            operationId: `change${noun}Webhook`,
            summary: `Change one of ${whose} webhooks`,
            description: `Omitted fields keep their values. \`status\` pauses and resumes it; events of the time in between are not sent. Another URL needs a sign-in within the last 10 minutes.${access}`,
            params: webhookPath,
            body: webhookChange,
            errors: [...errors, 'identity.session-not-fresh', 'webhook.not-found', 'webhook.url-not-allowed'],
            response: { 200: WebhookBody },
          },
        },
        async (request) => {
          const { params, body } = request;
          return {
            webhook: await changeWebhook(
              deps,
              actorOf(request),
              orgIdOf(params),
              request.accessToken,
              params.webhookId,
              body,
            ),
          };
        },
      );

      scope.delete(
        one,
        {
          config: { refusedWhileImpersonating: true },
          schema: {
            tags,
            operationId: `delete${noun}Webhook`,
            summary: `Delete one of ${whose} webhooks`,
            description: `Its deliveries are deleted as well; those that wait are not sent.${access}`,
            params: webhookPath,
            errors: [...errors, 'webhook.not-found'],
            response: { 200: MessageBody },
          },
        },
        async (request) => {
          const { params } = request;
          await removeWebhook(deps, actorOf(request), orgIdOf(params), params.webhookId);
          return { message: 'The webhook is deleted.' };
        },
      );

      scope.post(
        `${one}/rotate-secret`,
        {
          config: { requiresFreshSession: true, refusedWhileImpersonating: true, isResponseSecret: true },
          schema: {
            tags,
            operationId: `rotate${noun}WebhookSecret`,
            summary: `Rotate the secret of one of ${whose} webhooks`,
            description: `For 24 hours messages carry a signature by each of the two secrets. Rotating again ends the secret before the previous one at once.${access}`,
            params: webhookPath,
            errors: [...errors, 'webhook.not-found'],
            response: { 200: WebhookWithSecret },
          },
        },
        async (request) => {
          const { params } = request;
          return rotateSecret(deps, actorOf(request), orgIdOf(params), params.webhookId);
        },
      );
    }
  };
}
