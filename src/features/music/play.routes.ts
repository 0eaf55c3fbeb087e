import { actorOf } from '../../access/actor.ts';
import type { Routes } from '../../platform/http/guarded-routes.ts';
import { PageQuery } from '../../platform/http/page.ts';
import { listPlays, type PlayDeps, readTrack } from './play.actions.ts';
import { MusicPlayList, MusicTrackBody, TrackInPath } from './play.schema.ts';

const tags = ['Music'];

export function playRoutes(deps: PlayDeps): Routes {
  return (scope) => {
    scope.get(
      '/api/music/plays',
      {
        schema: {
          tags,
          summary: 'List what you have played',
          description: 'As far as it was synced, by the time of playing.',
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
          summary: 'See a track',
          description:
            'One that you have played, or that an entry is linked to which you may see: its `music_track_id`.',
          params: TrackInPath,
          response: { 200: MusicTrackBody },
        },
      },
      async (request) => ({ track: await readTrack(deps, actorOf(request), request.params.id) }),
    );
  };
}
