import { actorOf } from '../../access/actor.ts';
import type { Routes } from '../../platform/http/guarded-routes.ts';
import { DateInPath } from '../../platform/http/shapes.ts';
import { type CircleDeps, readChain, readSquad } from './circle.actions.ts';
import { type DayDeps, readTeamStats } from './day.actions.ts';
import { ChainBody, SquadBody, TeamStatsBody } from './day.schema.ts';

const tags = ['Workout window'];

export function dayRoutes(deps: CircleDeps & DayDeps): Routes {
  return (scope) => {
    scope.get(
      '/api/workout-window/chain/:date',
      {
        schema: {
          tags,
          summary: 'Read your chain',
          description: 'Who comes before and after you, and the check-ins of everybody in it and in your squad.',
          params: DateInPath,
          response: { 200: ChainBody },
        },
      },
      async (request) => readChain(deps, actorOf(request), request.params.date),
    );

    scope.get(
      '/api/workout-window/squad/:date',
      { schema: { tags, summary: 'Read your squad', params: DateInPath, response: { 200: SquadBody } } },
      async (request) => readSquad(deps, actorOf(request), request.params.date),
    );

    scope.get(
      '/api/workout-window/team-stats/:date',
      {
        schema: {
          tags,
          summary: 'Compare the teams on a date',
          description: 'Chips count once a check-in is verified.',
          params: DateInPath,
          response: { 200: TeamStatsBody },
        },
      },
      async (request) => readTeamStats(deps, request.params.date),
    );
  };
}
