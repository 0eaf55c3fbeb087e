import type { Routes } from '../../platform/http/guarded-routes.ts';
import { type DigestDeps, writeDigests } from './digest.actions.ts';
import { WEEKLY_DIGEST } from './digest.jobs.ts';
import { DigestRun } from './digest.schema.ts';

export function digestJobRoutes(deps: DigestDeps): Routes {
  return (scope) => {
    scope.post(
      '/api/email/cron/weekly-digest',
      {
        config: { secretsOf: 'weekly-digest', job: WEEKLY_DIGEST },
        schema: {
          description: 'About the last week that is over (UTC), each once; called again, it makes up for what failed.',
          response: { 200: DigestRun },
        },
      },
      async () => writeDigests(deps),
    );
  };
}
