import { actorOf } from '../../access/actor.ts';
import type { Routes } from '../../platform/http/guarded-routes.ts';
import { generateBackground } from './background.actions.ts';
import { BackgroundAnswer, BackgroundWanted } from './background.schema.ts';
import type { JournalDeps } from './entry.actions.ts';

/** An analysis, a picture, and what is done with it, in milliseconds. A connection on which nothing comes for longer is cut. */
const PAINTING_TIME = 58_000;

export function backgroundRoutes(deps: JournalDeps): Routes {
  return (scope) => {
    scope.post(
      '/api/ai/generate-background',
      {
        config: { costly: 'ai', takesUpTo: PAINTING_TIME },
        schema: {
          tags: ['AI'],
          summary: 'Have a background painted',
          description:
            'In the mood of an entry, which leads to it from then on (`background_image_url`), or of a text. It takes up to a minute. The provider of pictures learns of the mood alone. 500 where no AI provider is configured, 502 or 503 where it fails.',
          body: BackgroundWanted,
          response: { 200: BackgroundAnswer },
        },
      },
      async (request) => generateBackground(deps, actorOf(request), request.body),
    );
  };
}
