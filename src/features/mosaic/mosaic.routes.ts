import type { Routes } from '../../platform/http/guarded-routes.ts';
import { DateInPath } from '../../platform/http/shapes.ts';
import { type GenerationDeps, generateMosaic } from './generation.actions.ts';
import { type ReadMosaicDeps, readMosaic } from './mosaic.actions.ts';
import { WrittenGeneratedMosaicBody, WrittenMosaicBody } from './mosaic.schema.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

export function mosaicRoutes(deps: ReadMosaicDeps): Routes {
  return (scope) => {
    scope.get(
      '/api/workout-window/mosaic/:date',
      {
        schema: {
          tags: ['Workout window'],
          summary: 'Read the mosaic of a date',
          description:
            'A tile for everybody who is in a chain on the date, as their day stands (within a few seconds). Once the date has ended everywhere and its mosaic has been generated after that, it stays as it was then. Tiles have the same place all day, and in the picture.',
          params: DateInPath,
          response: { 200: WrittenMosaicBody },
        },
      },
      async (request, reply) => reply.type(JSON_TYPE).send(await readMosaic(deps, request.params.date)),
    );
  };
}

export function mosaicGenerationRoutes(deps: GenerationDeps): Routes {
  return (scope) => {
    scope.post(
      '/api/workout-window/mosaic/generate/:date',
      {
        config: { secretsOf: 'workout-window' },
        schema: {
          tags: ['Jobs'],
          summary: 'Draw the mosaic of a date',
          description:
            'It is done by itself at 23:59 UTC for the date that is ending, and at 12:05 UTC for the day before, which has ended everywhere by then: that one is final. Where the scheduler is off, to be called then. Any date that has begun may be drawn again, which replaces its picture and the address of it: photos of people who want to be seen no more are left away then.',
          params: DateInPath,
          response: { 200: WrittenGeneratedMosaicBody },
        },
      },
      async (request, reply) =>
        reply.type(JSON_TYPE).send(await generateMosaic(deps, request.actor, request.params.date)),
    );
  };
}
