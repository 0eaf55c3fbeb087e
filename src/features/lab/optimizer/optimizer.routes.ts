import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import type { LabDeps } from '../deps.ts';
import { optimize } from './optimizer.actions.ts';
import { Optimization, OptimizationRequest } from './optimizer.schema.ts';

export function optimizerRoutes(deps: LabDeps): Routes {
  return openToTokens('lab', (scope) => {
    scope.post(
      '/api/lab/optimize',
      {
        schema: {
          tags: ['Lab'],
          operationId: 'optimizeExperiment',
          summary: 'Optimize the inputs of an experiment',
          description:
            'Tries up to 50,000 combinations and ranks them: by the highest Q factor (`resonance`, `impedance`), self-resonant frequency (`coil`), energy efficiency (`electrolysis`) or recovery efficiency (`pulsed_dc`), or by the lowest breakdown voltage (`plasma`). The same request always gets the same response. A golden spec takes the inputs and outputs of the response.',
          body: OptimizationRequest,
          response: { 200: Optimization },
        },
      },
      async (request) => optimize(deps, request.body),
    );
  });
}
