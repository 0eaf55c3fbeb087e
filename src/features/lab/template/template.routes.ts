import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { IdInPath } from '#platform/http/shapes.ts';
import type { LabDeps } from '../deps.ts';
import { changeTemplate, createTemplate, listTemplates, readTemplate } from './template.actions.ts';
import { NewTemplate, TemplateBody, TemplateChange, TemplateList, TemplateQuery } from './template.schema.ts';

const tags = ['Lab'];

export function templateRoutes(deps: LabDeps): Routes {
  return openToTokens('lab', (scope) => {
    scope.get(
      '/api/lab/templates',
      {
        schema: {
          tags,
          operationId: 'listLabTemplates',
          summary: 'List experiment templates',
          description: 'Returns your own templates and copies, and the public templates of others.',
          querystring: TemplateQuery,
          response: { 200: TemplateList },
        },
      },
      async (request) => listTemplates(deps, actorOf(request), request.query),
    );

    scope.get(
      '/api/lab/templates/:id',
      {
        schema: {
          tags,
          operationId: 'getLabTemplate',
          summary: 'Get an experiment template',
          params: IdInPath,
          errors: ['lab.template-not-found'],
          response: { 200: TemplateBody },
        },
      },
      async (request) => ({ template: await readTemplate(deps, actorOf(request), request.params.id) }),
    );

    scope.post(
      '/api/lab/templates',
      {
        config: { perHour: 'templates' },
        schema: {
          tags,
          operationId: 'createLabTemplate',
          summary: 'Create an experiment template',
          description: 'By default it is private, with the safety level `adult_only`.',
          body: NewTemplate,
          errors: ['account.address-not-verified', 'lab.number-too-small'],
          response: { 201: TemplateBody },
        },
      },
      async (request, reply) => {
        const template = await createTemplate(deps, actorOf(request), request.body);
        return reply.status(201).send({ template });
      },
    );

    scope.put(
      '/api/lab/templates/:id',
      {
        schema: {
          tags,
          operationId: 'updateLabTemplate',
          summary: 'Update an experiment template',
          description:
            'Of a copy, only `completed_steps` can change. A change of text or prediction resets `safety_level` to `adult_only`. A prediction that others have tested cannot change.',
          params: IdInPath,
          body: TemplateChange,
          errors: [
            'account.address-not-verified',
            'lab.clone-is-fixed',
            'lab.no-such-step',
            'lab.not-a-clone',
            'lab.not-owner',
            'lab.number-too-small',
            'lab.prediction-tested',
            'lab.template-not-found',
          ],
          response: { 200: TemplateBody },
        },
      },
      async (request) => ({
        template: await changeTemplate(deps, actorOf(request), request.params.id, request.body),
      }),
    );
  });
}
