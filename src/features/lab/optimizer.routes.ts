import type { Routes } from '../../platform/http/guarded-routes.ts';
import { type OptimizerDeps, optimize } from './optimizer.actions.ts';
import { OptimizerAnswer, OptimizerQuestion } from './optimizer.schema.ts';

export function optimizerRoutes(deps: OptimizerDeps): Routes {
  return (scope) => {
    scope.post(
      '/api/lab/optimize',
      {
        schema: {
          tags: ['Lab'],
          summary: 'Find the best inputs for an experiment',
          description:
            'Tries up to 50,000 combinations, and ranks them: by the highest Q factor (`resonance`, `impedance`), self-resonant frequency (`coil`), energy efficiency (`electrolysis`) or recovery efficiency (`pulsed_dc`), or by the lowest breakdown voltage (`plasma`). The answer is always the same. Inputs and outputs are what a golden spec takes.',
          body: OptimizerQuestion,
          response: { 200: OptimizerAnswer },
        },
      },
      async (request) => optimize(deps, request.body),
    );
  };
}
