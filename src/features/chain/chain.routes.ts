import { actorOf } from '../../access/actor.ts';
import type { Routes } from '../../platform/http/guarded-routes.ts';
import { type ChainDeps, matchEverybody, matchOwnGroup } from './chain.actions.ts';
import { CHAIN_MATCHING } from './chain.jobs.ts';
import { ChainDate, Matching, MatchingRun } from './chain.schema.ts';

const tags = ['Workout window'];

export function chainRoutes(deps: ChainDeps): Routes {
  return (scope) => {
    scope.post(
      '/api/workout-window/generate-chains',
      {
        config: { quotaPerHour: 6 },
        schema: {
          tags,
          summary: 'Match your group',
          description:
            'For a date from today to seven days ahead; it is done for everybody each night, and whenever a window changes. Doing it again changes nothing.',
          body: ChainDate,
          response: { 200: Matching },
        },
      },
      async (request) => matchOwnGroup(deps, actorOf(request), request.body),
    );
  };
}

export function chainJobRoutes(deps: ChainDeps): Routes {
  return (scope) => {
    scope.post(
      '/api/workout-window/cron/generate-chains',
      {
        config: { secretsOf: 'workout-window', job: CHAIN_MATCHING },
        schema: {
          description: 'The body may name another date than today; it is matched with the next one.',
          body: ChainDate,
          response: { 200: MatchingRun },
        },
      },
      async (request) => matchEverybody(deps, request.body),
    );
  };
}
