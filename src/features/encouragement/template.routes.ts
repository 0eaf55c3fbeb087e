import { actorOf } from '../../access/actor.ts';
import type { Routes } from '../../platform/http/guarded-routes.ts';
import { IdInPath, MessageBody } from '../../platform/http/shapes.ts';
import {
  changeTemplate,
  createTemplate,
  listAllTemplates,
  listApprovedTemplates,
  removeTemplate,
  type TemplateDeps,
} from './template.actions.ts';
import {
  NewTemplate,
  TemplateAdministrationQuery,
  TemplateBody,
  TemplateChange,
  TemplateList,
  TemplateQuery,
} from './template.schema.ts';

export function dropTemplateRoutes(deps: TemplateDeps): Routes {
  return (scope) => {
    scope.get(
      '/api/encouragement-drops/templates',
      {
        schema: {
          tags: ['Encouragement'],
          summary: 'List what you can send without writing it yourself',
          querystring: TemplateQuery,
          response: { 200: TemplateList },
        },
      },
      async (request) => listApprovedTemplates(deps, request.query),
    );
  };
}

const tags = ['Administration'];

/** A template that millions of drops were sent with takes its time to go. */
const DELETION_TIME = 10 * 60_000;

export function dropTemplateAdministrationRoutes(deps: TemplateDeps): Routes {
  return (scope) => {
    scope.get(
      '/api/encouragement-drops/admin/templates',
      {
        schema: {
          tags,
          summary: 'List all templates of drops',
          description: 'Those that are not approved, too.',
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
          summary: 'Make a template of drops',
          description: 'It is pending where `approval_status` says nothing else. One of type `media` needs an address.',
          body: NewTemplate,
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
          summary: 'Change a template of drops, or approve or reject it',
          description: 'Drops that were sent with it stay as they were.',
          params: IdInPath,
          body: TemplateChange,
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
        config: { takesUpTo: DELETION_TIME },
        schema: {
          tags,
          summary: 'Delete a template of drops',
          description: 'Drops that were sent with it stay as they were.',
          params: IdInPath,
          response: { 200: MessageBody },
        },
      },
      async (request) => {
        await removeTemplate(deps, actorOf(request), request.params.id);
        return { message: 'The template is deleted; drops that were sent with it stay.' };
      },
    );
  };
}
