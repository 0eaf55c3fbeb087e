import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import type { MusicDeps } from '../deps.ts';
import { syncOwn } from './sync.actions.ts';
import { OwnSync } from './sync.schema.ts';

export function syncRoutes(deps: MusicDeps): Routes {
  return openToTokens('music', (scope) => {
    scope.post(
      '/api/music/sync',
      {
        config: { costly: 'music', isResumable: true },
        schema: {
          tags: ['Music'],
          operationId: 'syncPlays',
          summary: 'Sync your plays',
          description:
            'Entries of the last 24 hours without a track are linked as well. If the music service fails, the status is 502 or 503 within eight seconds.',
          errors: [
            'music.account-changed',
            'music.bad-response',
            'music.needs-reauth',
            'music.not-configured',
            'music.not-connected',
            'music.paused',
            'music.rate-limited',
            'music.refused',
            'music.sync-under-way',
            'music.timeout',
            'music.unavailable',
          ],
          response: { 200: OwnSync },
        },
      },
      async (request) => syncOwn(deps, actorOf(request)),
    );
  });
}
