import { actorOf } from '../../access/actor.ts';
import type { Routes } from '../../platform/http/guarded-routes.ts';
import { awardEverybody, awardMonth, type MonthlyAwardDeps } from './monthly-award.actions.ts';
import { MONTHLY_AWARD } from './monthly-award.jobs.ts';
import { AwardRun, OwnAward } from './monthly-award.schema.ts';

export function monthlyAwardRoutes(deps: MonthlyAwardDeps): Routes {
  return (scope) => {
    scope.post(
      '/api/drops/award-monthly',
      {
        schema: {
          tags: ['Drops'],
          summary: 'Get your drops for this month',
          description:
            'Once a month (UTC): 30, or 250 with a subscription that is active at that moment. Whoever does not ask gets them by the job of the month.',
          response: { 200: OwnAward },
        },
      },
      async (request) => awardMonth(deps, actorOf(request)),
    );
  };
}

export function monthlyAwardJobRoutes(deps: MonthlyAwardDeps): Routes {
  return (scope) => {
    scope.post(
      '/api/drops/cron/award-monthly-all',
      {
        config: { secretsOf: 'award-monthly', job: MONTHLY_AWARD },
        schema: { description: 'Called again, it makes up for what failed.', response: { 200: AwardRun } },
      },
      async () => awardEverybody(deps),
    );
  };
}
