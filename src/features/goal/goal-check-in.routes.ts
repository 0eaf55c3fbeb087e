import { actorOf } from '../../access/actor.ts';
import type { Routes } from '../../platform/http/guarded-routes.ts';
import { PageQuery } from '../../platform/http/pagination.ts';
import { IdInPath, MessageBody } from '../../platform/http/shapes.ts';
import type { GoalDeps } from './deps.ts';
import { checkIn, listCheckIns, removeCheckIn } from './goal-check-in.actions.ts';
import { CheckInInPath, GoalCheckInBody, GoalCheckInList, NewGoalCheckIn } from './goal-check-in.schema.ts';

const tags = ['Goals'];

export function goalCheckInRoutes(deps: GoalDeps): Routes {
  return (scope) => {
    scope.get(
      '/api/goals/:id/check-ins',
      {
        schema: {
          tags,
          operationId: 'listGoalCheckIns',
          summary: 'List the check-ins of a goal',
          params: IdInPath,
          querystring: PageQuery,
          errors: ['goal.not-found'],
          response: { 200: GoalCheckInList },
        },
      },
      async (request) => listCheckIns(deps, actorOf(request), request.params.id, request.query),
    );

    scope.post(
      '/api/goals/:id/check-ins',
      {
        schema: {
          tags,
          operationId: 'createGoalCheckIn',
          summary: 'Create a check-in of a goal',
          description:
            'A check-in records your progress. You can create any number of them, whatever the status of the goal.',
          params: IdInPath,
          body: NewGoalCheckIn,
          errors: ['goal.not-found'],
          response: { 201: GoalCheckInBody },
        },
      },
      async (request, reply) => {
        const check_in = await checkIn(deps, actorOf(request), request.params.id, request.body);
        return reply.status(201).send({ check_in });
      },
    );

    scope.delete(
      '/api/goals/:id/check-ins/:checkInId',
      {
        schema: {
          tags,
          operationId: 'deleteGoalCheckIn',
          summary: 'Delete a check-in of a goal',
          params: CheckInInPath,
          errors: ['goal.check-in-not-found', 'goal.not-found'],
          response: { 200: MessageBody },
        },
      },
      async (request) => {
        const { id, checkInId } = request.params;
        await removeCheckIn(deps, actorOf(request), id, checkInId);
        return { message: 'The check-in is deleted.' };
      },
    );
  };
}
