import { actorOf } from '../../access/actor.ts';
import type { Routes } from '../../platform/http/guarded-routes.ts';
import { IdInPath } from '../../platform/http/shapes.ts';
import { cloneTemplate } from './experiment.actions.ts';
import { CloneRequest } from './experiment.schema.ts';
import type { LabDeps } from './template.actions.ts';
import { TemplateBody } from './template.schema.ts';

export function experimentRoutes(deps: LabDeps): Routes {
  return (scope) => {
    scope.post(
      '/api/lab/templates/:id/clone',
      {
        // A copy has all the words of its template.
        config: { perHour: 'templateCopies' },
        schema: {
          tags: ['Lab'],
          summary: 'Copy a template, to do the experiment',
          description:
            'The copy is yours alone, stays as it is, and counts the steps that you have done. In a classroom it takes a template that is safe there, or one with supervision and `attested: true`.',
          params: IdInPath,
          body: CloneRequest,
          response: { 201: TemplateBody },
        },
      },
      async (request, reply) => {
        const template = await cloneTemplate(deps, actorOf(request), request.params.id, request.body);
        return reply.status(201).send({ template });
      },
    );
  };
}
