import { actorOf } from '../../access/actor.ts';
import type { Routes } from '../../platform/http/guarded-routes.ts';
import { IdInPath } from '../../platform/http/shapes.ts';
import { type GenerationDeps, generateImages, TURN_TIME } from './generation.actions.ts';
import { GeneratedImages, ImagesToGenerate } from './pack-image.schema.ts';

export function generationRoutes(deps: GenerationDeps): Routes {
  return (scope) => {
    scope.post(
      '/api/tone-packs/:id/generate-images',
      {
        config: { costly: 'ai', takesUpTo: TURN_TIME },
        schema: {
          tags: ['Tone packs'],
          summary: 'Have images made for a tone pack',
          description:
            'One for each tone, in place of the one before. Each counts as several of your AI calls of the day. All twenty can take some minutes; the answer says which of them could not be made, and why.',
          params: IdInPath,
          body: ImagesToGenerate,
          response: { 200: GeneratedImages },
        },
      },
      async (request) => generateImages(deps, actorOf(request), request.params.id, request.body),
    );
  };
}
