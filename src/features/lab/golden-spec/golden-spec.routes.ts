import { actorOf } from '#access/actor.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { IdInPath } from '#platform/http/shapes.ts';
import type { LabDeps } from '../deps.ts';
import { TemplateBody } from '../template/template.schema.ts';
import { setGoldenSpec } from './golden-spec.actions.ts';
import { GoldenSpec } from './golden-spec.schema.ts';

export function goldenSpecRoutes(deps: LabDeps): Routes {
  return (scope) => {
    scope.post(
      '/api/lab/templates/:id/golden-spec',
      {
        schema: {
          tags: ['Lab'],
          operationId: 'createGoldenSpec',
          summary: 'Set the golden spec of a template',
          description:
            'The calculated result replaces the prediction, and replications are compared with it from then on. Send a result of `POST /api/lab/optimize`. The request is written to the audit log.',
          params: IdInPath,
          body: GoldenSpec,
          errors: ['lab.not-a-template', 'lab.number-too-small', 'lab.template-not-found'],
          response: { 200: TemplateBody },
        },
      },
      async (request) => ({ template: await setGoldenSpec(deps, actorOf(request), request.params.id, request.body) }),
    );
  };
}
