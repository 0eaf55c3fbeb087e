import { actorOf } from '../../access/actor.ts';
import type { Routes } from '../../platform/http/guarded-routes.ts';
import { analyzeTone, type ToneDeps } from './tone.actions.ts';
import { TextToAnalyze, ToneAnalysis } from './tone.schema.ts';

export function toneRoutes(deps: ToneDeps): Routes {
  return (scope) => {
    scope.post(
      '/api/ai/analyze-tone',
      {
        config: { costly: 'ai' },
        schema: {
          tags: ['AI'],
          summary: 'Name the tones of a text',
          description:
            'Nothing of the text is kept. 500 where no AI provider is configured, 502 or 503 where it fails.',
          body: TextToAnalyze,
          response: { 200: ToneAnalysis },
        },
      },
      async (request) => analyzeTone(deps, actorOf(request), request.body),
    );
  };
}
