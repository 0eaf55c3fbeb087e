import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import type { MosaicDeps } from './deps.ts';
import { listMosaics } from './mosaic-list.actions.ts';
import { MosaicList, MosaicListQuery } from './mosaic-list.schema.ts';

export function mosaicListRoutes(deps: MosaicDeps): Routes {
  return openToTokens('workout', (scope) => {
    scope.get(
      '/api/mosaics',
      {
        schema: {
          tags: ['Workout window'],
          operationId: 'listMosaics',
          summary: 'List mosaics',
          description:
            'The latest dates come first, from dates that have begun in some time zone. Get the tiles of a date with `GET /api/workout-window/mosaic/{date}`.',
          querystring: MosaicListQuery,
          response: { 200: MosaicList },
        },
      },
      async (request) => listMosaics(deps, actorOf(request), request.query),
    );
  });
}
