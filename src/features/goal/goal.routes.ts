import { actorOf } from '../../access/actor.ts';
import type { Routes } from '../../platform/http/guarded-routes.ts';
import { IdInPath, MessageBody } from '../../platform/http/shapes.ts';
import type { GoalDeps } from './deps.ts';
import { changeGoal, createGoal, listGoals, readGoal, removeGoal } from './goal.actions.ts';
import { GoalBody, GoalChange, GoalList, GoalQuery, GoalWithCheckInsBody, NewGoal } from './goal.schema.ts';

const tags = ['Goals'];

export function goalRoutes(deps: GoalDeps): Routes {
  return (scope) => {
    scope.get(
      '/api/goals',
      {
        schema: {
          tags,
          operationId: 'listGoals',
          summary: 'List your goals',
          querystring: GoalQuery,
          response: { 200: GoalList },
        },
      },
      async (request) => listGoals(deps, actorOf(request), request.query),
    );

    scope.get(
      '/api/goals/:id',
      {
        schema: {
          tags,
          operationId: 'getGoal',
          summary: 'Get a goal',
          description: 'The response includes its newest check-ins, at most 500.',
          params: IdInPath,
          errors: ['goal.not-found'],
          response: { 200: GoalWithCheckInsBody },
        },
      },
      async (request) => ({ goal: await readGoal(deps, actorOf(request), request.params.id) }),
    );

    scope.post(
      '/api/goals',
      {
        schema: {
          tags,
          operationId: 'createGoal',
          summary: 'Create a goal',
          description: 'A new goal has the status `active`.',
          body: NewGoal,
          response: { 201: GoalBody },
        },
      },
      async (request, reply) => {
        const goal = await createGoal(deps, actorOf(request), request.body);
        return reply.status(201).send({ goal });
      },
    );

    scope.put(
      '/api/goals/:id',
      {
        schema: {
          tags,
          operationId: 'updateGoal',
          summary: 'Update a goal',
          description: 'Omitted fields keep their values; a `target_date` of null clears it.',
          params: IdInPath,
          body: GoalChange,
          errors: ['goal.not-found'],
          response: { 200: GoalBody },
        },
      },
      async (request) => ({ goal: await changeGoal(deps, actorOf(request), request.params.id, request.body) }),
    );

    scope.delete(
      '/api/goals/:id',
      {
        schema: {
          tags,
          operationId: 'deleteGoal',
          summary: 'Delete a goal',
          description: 'Its check-ins are deleted as well.',
          params: IdInPath,
          errors: ['goal.not-found'],
          response: { 200: MessageBody },
        },
      },
      async (request) => {
        await removeGoal(deps, actorOf(request), request.params.id);
        return { message: 'The goal and its check-ins are deleted.' };
      },
    );
  };
}
