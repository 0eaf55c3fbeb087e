import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { sendKept } from '#platform/http/kept-response.ts';
import { DateInPath } from '#platform/http/shapes.ts';
import type { MosaicDeps } from './deps.ts';
import { generateMosaic } from './generation.actions.ts';
import { readMosaic } from './mosaic.actions.ts';
import { WrittenGeneratedMosaicBody, WrittenMosaicBody } from './mosaic.schema.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

export function mosaicRoutes(deps: MosaicDeps): Routes {
  return openToTokens('workout', (scope) => {
    scope.get(
      '/api/workout-window/mosaic/:date',
      {
        schema: {
          tags: ['Workout window'],
          operationId: 'getMosaic',
          summary: 'Get the mosaic of a date',
          description:
            'There is one tile for each user in a chain on that date, at most a few seconds old. The mosaic is final once it is generated after the date has ended in all time zones. A tile keeps its position all day, also in the image.',
          params: DateInPath,
          response: { 200: WrittenMosaicBody },
        },
      },
      async (request, reply) => sendKept(request, reply, await readMosaic(deps, request.params.date)),
    );
  });
}

export function mosaicGenerationRoutes(deps: MosaicDeps): Routes {
  return (scope) => {
    scope.post(
      '/api/workout-window/mosaic/generate/:date',
      {
        config: { secretsOf: 'workout-window' },
        schema: {
          tags: ['Jobs'],
          operationId: 'generateMosaic',
          summary: 'Generate the mosaic of a date',
          description:
            'Runs on schedule at 23:59 UTC for the date that is ending, and at 12:05 UTC for the day before, which is then final. Call it yourself only if `SCHEDULER=off`. Generating a mosaic again replaces the image and its URL, without the photos of users who no longer want to be shown.',
          params: DateInPath,
          errors: ['mosaic.date-not-begun', 'storage.unavailable'],
          response: { 200: WrittenGeneratedMosaicBody },
        },
      },
      async (request, reply) =>
        reply.type(JSON_TYPE).send(await generateMosaic(deps, request.actor, request.params.date)),
    );
  };
}
