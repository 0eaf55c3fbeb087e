import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { IdInPath } from '#platform/http/shapes.ts';
import type { TonePackDeps } from '../deps.ts';
import { GENERATION_LEASE_MS, generateImages } from './generation.actions.ts';
import { GeneratedImages, ImagesToGenerate } from './generation.schema.ts';

export function generationRoutes(deps: TonePackDeps): Routes {
  return openToTokens('tone-packs', (scope) => {
    scope.post(
      '/api/tone-packs/:id/generate-images',
      {
        config: { costly: 'ai', maxDurationMs: GENERATION_LEASE_MS },
        schema: {
          tags: ['Tone packs'],
          operationId: 'generateTonePackImages',
          summary: 'Generate the images of a tone pack',
          description:
            'Each tone gets one image, which replaces the former one. Each image counts as several of your daily AI calls. All twenty can take several minutes. The response lists failed images with their error codes.',
          params: IdInPath,
          body: ImagesToGenerate,
          errors: [
            'ai.bad-response',
            'ai.daily-budget-spent',
            'ai.not-configured',
            'ai.timeout',
            'ai.unavailable',
            'storage.unavailable',
            'tone-pack.generation-under-way',
            'tone-pack.gone',
            'tone-pack.image-failed',
            'tone-pack.not-found',
            'tone-pack.not-owner',
            'tone-pack.out-of-time',
          ],
          response: { 200: GeneratedImages },
        },
      },
      async (request) => generateImages(deps, actorOf(request), request.params.id, request.body),
    );
  });
}
