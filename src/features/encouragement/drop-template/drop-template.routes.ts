import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { IdInPath, MessageBody } from '#platform/http/shapes.ts';
import type { EncouragementDeps } from '../deps.ts';
import {
  changeTemplate,
  createTemplate,
  listAllTemplates,
  listApprovedTemplates,
  removeTemplate,
} from './drop-template.actions.ts';
import {
  NewTemplate,
  TemplateAdministrationQuery,
  TemplateBody,
  TemplateChange,
  TemplateList,
  TemplateQuery,
} from './drop-template.schema.ts';

export function dropTemplateRoutes(deps: EncouragementDeps): Routes {
  return openToTokens('drops', (scope) => {
    scope.get(
      '/api/encouragement-drops/templates',
      {
        schema: {
          tags: ['Encouragement'],
          operationId: 'listDropTemplates',
          summary: 'List drop templates',
          description: 'Returns the approved templates.',
          querystring: TemplateQuery,
          response: { 200: TemplateList },
        },
      },
      async (request) => listApprovedTemplates(deps, request.query),
    );
  });
}

const tags = ['Administration'];

/** Detaching millions of drops takes minutes. */
const MAX_DELETION_MS = 10 * 60_000;

export function dropTemplateAdministrationRoutes(deps: EncouragementDeps): Routes {
  return openToTokens({ read: 'admin:read' }, (scope) => {
    scope.get(
      '/api/encouragement-drops/admin/templates',
      {
        schema: {
          tags,
          operationId: 'listAllDropTemplates',
          summary: 'List all drop templates',
          description: 'Includes pending and rejected templates.',
          querystring: TemplateAdministrationQuery,
          response: { 200: TemplateList },
        },
      },
      async (request) => listAllTemplates(deps, request.query),
    );

    scope.post(
      '/api/encouragement-drops/admin/templates',
      {
        schema: {
          tags,
          operationId: 'createDropTemplate',
          summary: 'Create a drop template',
          description:
            'Its status is `pending` unless `approval_status` is set. A template of type `media` needs a URL.',
          body: NewTemplate,
          errors: ['drops.media-address-invalid', 'drops.media-incomplete'],
          response: { 201: TemplateBody },
        },
      },
      async (request, reply) => {
        const template = await createTemplate(deps, actorOf(request), request.body);
        return reply.status(201).send({ template });
      },
    );

    scope.put(
      '/api/encouragement-drops/admin/templates/:id',
      {
        schema: {
          tags,
          operationId: 'updateDropTemplate',
          summary: 'Update a drop template',
          description: 'Set `approval_status` to approve or reject it. Sent drops do not change.',
          params: IdInPath,
          body: TemplateChange,
          errors: ['drops.media-address-invalid', 'drops.media-incomplete', 'drops.template-not-found'],
          response: { 200: TemplateBody },
        },
      },
      async (request) => ({
        template: await changeTemplate(deps, actorOf(request), request.params.id, request.body),
      }),
    );

    scope.delete(
      '/api/encouragement-drops/admin/templates/:id',
      {
        config: { maxDurationMs: MAX_DELETION_MS },
        schema: {
          tags,
          operationId: 'deleteDropTemplate',
          summary: 'Delete a drop template',
          description: 'Sent drops do not change.',
          params: IdInPath,
          errors: ['drops.template-not-found'],
          response: { 200: MessageBody },
        },
      },
      async (request) => {
        await removeTemplate(deps, actorOf(request), request.params.id);
        return { message: 'The template is deleted. Drops that were sent with it remain.' };
      },
    );
  });
}
