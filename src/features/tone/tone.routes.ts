import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import type { ToneDeps } from './deps.ts';
import { analyzeTone } from './tone.actions.ts';
import { TextToAnalyze, ToneAnalysis } from './tone.schema.ts';

export function toneRoutes(deps: ToneDeps): Routes {
  return openToTokens({ read: 'journal:read', write: 'journal:write' }, (scope) => {
    scope.post(
      '/api/ai/analyze-tone',
      {
        config: { costly: 'ai' },
        schema: {
          tags: ['AI'],
          operationId: 'analyzeTone',
          summary: 'Analyze the tone of a text',
          description:
            'The text is not stored. The status is 500 if no AI provider is configured, and 502 or 503 if the provider fails.',
          body: TextToAnalyze,
          errors: [
            'ai.bad-response',
            'ai.daily-budget-spent',
            'ai.not-configured',
            'ai.timeout',
            'ai.unavailable',
            'tone.content-empty',
          ],
          response: { 200: ToneAnalysis },
        },
      },
      async (request) => analyzeTone(deps, actorOf(request), request.body),
    );
  });
}
