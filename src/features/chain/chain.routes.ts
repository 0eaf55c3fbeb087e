import { actorOf } from '../../platform/http/actor.ts';
import type { Routes } from '../../platform/http/audience.ts';
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
          operationId: 'matchGroup',
          summary: 'Match the chains of your group',
          description:
            'The date must be at most seven days ahead. Chains are also matched each night and after every change of a window. Matching again changes nothing.',
          body: ChainDate,
          errors: ['chain.date-out-of-range'],
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
          errors: ['chain.date-out-of-range'],
          response: { 200: MatchingRun },
        },
      },
      async (request) => matchEverybody(deps, request.body),
    );
  };
}
