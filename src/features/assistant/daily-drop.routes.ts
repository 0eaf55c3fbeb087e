import type { Routes } from '../../platform/http/guarded-routes.ts';
import { type DailyDropDeps, sendDailyDrops } from './daily-drop.actions.ts';
import { DAILY_DROPS } from './daily-drop.jobs.ts';
import { DailyDropRun } from './daily-drop.schema.ts';

export function dailyDropJobRoutes(deps: DailyDropDeps): Routes {
  return (scope) => {
    scope.post(
      '/api/encouragement-drops/cron/generate-daily-drops',
      {
        config: { secretsOf: 'drops', job: DAILY_DROPS },
        schema: {
          description:
            'To be called after the analysis of notes; it waits up to ten minutes for one that is under way. Called again, it makes up for what failed.',
          response: { 200: DailyDropRun },
        },
      },
      async () => sendDailyDrops(deps),
    );
  };
}
