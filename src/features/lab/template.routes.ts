import { actorOf } from '../../access/actor.ts';
import type { Routes } from '../../platform/http/guarded-routes.ts';
import { IdInPath } from '../../platform/http/shapes.ts';
import { changeTemplate, createTemplate, type LabDeps, listTemplates, readTemplate } from './template.actions.ts';
import { NewTemplate, TemplateBody, TemplateChange, TemplateList, TemplateQuery } from './template.schema.ts';

const tags = ['Lab'];

export function labTemplateRoutes(deps: LabDeps): Routes {
  return (scope) => {
    scope.get(
      '/api/lab/templates',
      {
        schema: {
          tags,
          summary: 'List experiments',
          description: 'Your own, copies among them, and the templates that others have made public.',
          querystring: TemplateQuery,
          response: { 200: TemplateList },
        },
      },
      async (request) => listTemplates(deps, actorOf(request), request.query),
    );

    scope.get(
      '/api/lab/templates/:id',
      { schema: { tags, summary: 'Read an experiment', params: IdInPath, response: { 200: TemplateBody } } },
      async (request) => ({ template: await readTemplate(deps, actorOf(request), request.params.id) }),
    );

    scope.post(
      '/api/lab/templates',
      {
        config: { perHour: 'templates' },
        schema: {
          tags,
          summary: 'Write an experiment down',
          description: 'It is a template that you alone see, and for adults, until it is said otherwise.',
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
      '/api/lab/templates/:id',
      {
        schema: {
          tags,
          summary: 'Change an experiment, or say how far you have come',
          description:
            'A copy takes `completed_steps` and nothing else; anything else takes all the rest. With other words or another prediction its `safety_level` is `adult_only` again. A prediction that somebody has tested stays.',
          params: IdInPath,
          body: TemplateChange,
          response: { 200: TemplateBody },
        },
      },
      async (request) => ({
        template: await changeTemplate(deps, actorOf(request), request.params.id, request.body),
      }),
    );
  };
}
