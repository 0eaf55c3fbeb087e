import { actorOf } from '../../access/actor.ts';
import type { Routes } from '../../platform/http/guarded-routes.ts';
import { IdInPath } from '../../platform/http/shapes.ts';
import { setGoldenSpec } from './golden-spec.actions.ts';
import { GoldenSpec } from './golden-spec.schema.ts';
import type { LabDeps } from './template.actions.ts';
import { TemplateBody } from './template.schema.ts';

export function goldenSpecRoutes(deps: LabDeps): Routes {
  return (scope) => {
    scope.post(
      '/api/lab/templates/:id/golden-spec',
      {
        schema: {
          tags: ['Lab'],
          summary: 'Make what a calculator found the prediction of a template',
          description:
            'In place of the one that it has; what people have measured is compared with it from then on. Takes a result of POST /api/lab/optimize. Written to the audit log.',
          params: IdInPath,
          body: GoldenSpec,
          response: { 200: TemplateBody },
        },
      },
      async (request) => ({ template: await setGoldenSpec(deps, actorOf(request), request.params.id, request.body) }),
    );
  };
}
