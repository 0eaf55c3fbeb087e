import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { PageQuery } from '#platform/http/pagination.ts';
import type { MusicDeps } from '../deps.ts';
import { listPlays, readTrack } from './play.actions.ts';
import { MusicPlayList, MusicTrackBody, TrackInPath } from './play.schema.ts';

const tags = ['Music'];

export function playRoutes(deps: MusicDeps): Routes {
  return openToTokens('music', (scope) => {
    scope.get(
      '/api/music/plays',
      {
        schema: {
          tags,
          operationId: 'listPlays',
          summary: 'List your plays',
          description: 'Returns synced plays, newest first by the time of playing.',
          querystring: PageQuery,
          response: { 200: MusicPlayList },
        },
      },
      async (request) => listPlays(deps, actorOf(request), request.query),
    );

    scope.get(
      '/api/music/tracks/:id',
      {
        schema: {
          tags,
          operationId: 'getTrack',
          summary: 'Get a track',
          description:
            'You can read a track that you have played, or that an entry visible to you links to by `music_track_id`.',
          params: TrackInPath,
          errors: ['music.track-not-found'],
          response: { 200: MusicTrackBody },
        },
      },
      async (request) => ({ track: await readTrack(deps, actorOf(request), request.params.id) }),
    );
  });
}
