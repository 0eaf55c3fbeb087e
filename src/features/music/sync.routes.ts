import { actorOf } from '../../platform/http/actor.ts';
import type { Routes } from '../../platform/http/audience.ts';
import { type SyncDeps, syncOwn } from './sync.actions.ts';
import { MUSIC_SYNC } from './sync.jobs.ts';
import { OwnSync, SyncRun } from './sync.schema.ts';
import { type SyncJobDeps, syncEverybody } from './sync-job.actions.ts';

export function syncRoutes(deps: SyncDeps): Routes {
  return (scope) => {
    scope.post(
      '/api/music/sync',
      {
        config: { costly: 'music', isResumable: true },
        schema: {
          tags: ['Music'],
          operationId: 'syncPlays',
          summary: 'Sync your plays',
          description:
            'Entries of the last 24 hours without a track are linked as well. Answers 502 or 503 within eight seconds if the music service fails.',
          errors: [
            'music.account-changed',
            'music.bad-answer',
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
  };
}

export function syncJobRoutes(deps: SyncJobDeps): Routes {
  return (scope) => {
    scope.post(
      '/api/music/sync-all',
      {
        config: { secretsOf: 'music', job: MUSIC_SYNC },
        schema: {
          description: 'Hourly will do as well; called again, it goes on with those who have waited longest.',
          response: { 200: SyncRun },
        },
      },
      async () => syncEverybody(deps),
    );
  };
}
