import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import { CHANGE_ERRORS } from '#platform/http/changes.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { expectedVersions, IfMatch, tagRecord } from '#platform/http/records.ts';
import { IdInPath, MessageBody } from '#platform/http/shapes.ts';
import type { GoalDeps } from './deps.ts';
import { changeGoal, createGoal, listGoals, readGoal, removeGoal } from './goal.actions.ts';
import { GoalBody, GoalChange, GoalList, GoalQuery, GoalWithCheckInsBody, NewGoal } from './goal.schema.ts';

const tags = ['Goals'];

/** One handler: the PUT of the contract keeps omitted fields, as a PATCH does. */
const UPDATES = [
  ['PUT', 'updateGoal', 'Update a goal'],
  ['PATCH', 'patchGoal', 'Change a goal'],
] as const;

export function goalRoutes(deps: GoalDeps): Routes {
  return openToTokens('goals', (scope) => {
    scope.get(
      '/api/goals',
      {
        schema: {
          tags,
          operationId: 'listGoals',
          summary: 'List your goals',
          querystring: GoalQuery,
          errors: [...CHANGE_ERRORS],
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
      async (request, reply) => ({
        goal: tagRecord(reply, await readGoal(deps, actorOf(request), request.params.id)),
      }),
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
          errors: ['record.id-taken'],
          response: { 201: GoalBody },
        },
      },
      async (request, reply) => {
        const goal = await createGoal(deps, actorOf(request), request.body);
        return reply.status(201).send({ goal: tagRecord(reply, goal) });
      },
    );

    for (const [method, operationId, summary] of UPDATES) {
      scope.route({
        method,
        url: '/api/goals/:id',
        schema: {
          tags,
          operationId,
          summary,
          description: 'Omitted fields keep their values; a `target_date` of null clears it.',
          params: IdInPath,
          headers: IfMatch,
          body: GoalChange,
          errors: ['goal.not-found', 'record.changed'],
          response: { 200: GoalBody },
        },
        handler: async (request, reply) => {
          const { params, body, headers } = request;
          const goal = await changeGoal(deps, actorOf(request), params.id, body, expectedVersions(headers));
          return { goal: tagRecord(reply, goal) };
        },
      });
    }

    scope.delete(
      '/api/goals/:id',
      {
        schema: {
          tags,
          operationId: 'deleteGoal',
          summary: 'Delete a goal',
          description: 'Its check-ins are deleted as well.',
          params: IdInPath,
          headers: IfMatch,
          errors: ['goal.not-found', 'record.changed'],
          response: { 200: MessageBody },
        },
      },
      async (request) => {
        await removeGoal(deps, actorOf(request), request.params.id, expectedVersions(request.headers));
        return { message: 'The goal and its check-ins are deleted.' };
      },
    );
  });
}
