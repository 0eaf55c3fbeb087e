import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import type { JournalDeps } from '../deps.ts';
import { generateBackground } from './background.actions.ts';
import { Background, BackgroundRequest } from './background.schema.ts';

/** Analysis (5 s), image (45 s), conversion and storage. A connection that is silent for a minute is closed. */
const MAX_DURATION_MS = 58_000;

export function backgroundRoutes(deps: JournalDeps): Routes {
  return openToTokens({ read: 'journal:read', write: 'journal:write' }, (scope) => {
    scope.post(
      '/api/ai/generate-background',
      {
        config: { costly: 'ai', maxDurationMs: MAX_DURATION_MS },
        schema: {
          tags: ['AI'],
          operationId: 'generateBackground',
          summary: 'Generate a background image',
          description:
            'The image follows the mood of an entry or of a text. An entry links to its image as `background_image_url`. A request can take a minute. The provider receives only the mood.',
          body: BackgroundRequest,
          errors: [
            'ai.bad-response',
            'ai.daily-budget-spent',
            'ai.not-configured',
            'ai.timeout',
            'ai.unavailable',
            'journal.background-source',
            'journal.entry-not-found',
            'storage.unavailable',
            'tone.content-empty',
          ],
          response: { 200: Background },
        },
      },
      async (request) => generateBackground(deps, actorOf(request), request.body),
    );
  });
}
