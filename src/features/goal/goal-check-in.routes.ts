import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import { CHANGE_ERRORS } from '#platform/http/changes.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { PageQuery } from '#platform/http/pagination.ts';
import { expectedVersions, IfMatch, tagRecord } from '#platform/http/records.ts';
import { IdInPath, MessageBody } from '#platform/http/shapes.ts';
import type { GoalDeps } from './deps.ts';
import { changeCheckIn, checkIn, listCheckIns, listOwnCheckIns, removeCheckIn } from './goal-check-in.actions.ts';
import {
  CheckInInPath,
  GoalCheckInBody,
  GoalCheckInChange,
  GoalCheckInList,
  NewGoalCheckIn,
  OwnGoalCheckInList,
  OwnGoalCheckInQuery,
} from './goal-check-in.schema.ts';

const tags = ['Goals'];

export function goalCheckInRoutes(deps: GoalDeps): Routes {
  return openToTokens('goals', (scope) => {
    scope.get(
      '/api/goals/check-ins',
      {
        schema: {
          tags,
          operationId: 'listOwnGoalCheckIns',
          summary: 'List your check-ins of all goals',
          description: 'Newest first.',
          querystring: OwnGoalCheckInQuery,
          errors: [...CHANGE_ERRORS],
          response: { 200: OwnGoalCheckInList },
        },
      },
      async (request) => listOwnCheckIns(deps, actorOf(request), request.query),
    );

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
            'A check-in records your progress. You can create any number of them, whatever the status of the goal. `check_in_date` is today in your time zone by default.',
          params: IdInPath,
          body: NewGoalCheckIn,
          errors: ['goal.check-in-date-out-of-range', 'goal.not-found', 'record.id-taken'],
          response: { 201: GoalCheckInBody },
        },
      },
      async (request, reply) => {
        const check_in = await checkIn(deps, actorOf(request), request.params.id, request.body);
        return reply.status(201).send({ check_in: tagRecord(reply, check_in) });
      },
    );

    scope.patch(
      '/api/goals/:id/check-ins/:checkInId',
      {
        schema: {
          tags,
          operationId: 'patchGoalCheckIn',
          summary: 'Change a check-in of a goal',
          description: 'Omitted fields keep their values.',
          params: CheckInInPath,
          headers: IfMatch,
          body: GoalCheckInChange,
          errors: ['goal.check-in-date-out-of-range', 'goal.check-in-not-found', 'goal.not-found', 'record.changed'],
          response: { 200: GoalCheckInBody },
        },
      },
      async (request, reply) => {
        const { params, body, headers } = request;
        const check_in = await changeCheckIn(deps, actorOf(request), params, body, expectedVersions(headers));
        return { check_in: tagRecord(reply, check_in) };
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
          headers: IfMatch,
          errors: ['goal.check-in-not-found', 'goal.not-found', 'record.changed'],
          response: { 200: MessageBody },
        },
      },
      async (request) => {
        await removeCheckIn(deps, actorOf(request), request.params, expectedVersions(request.headers));
        return { message: 'The check-in is deleted.' };
      },
    );
  });
}
