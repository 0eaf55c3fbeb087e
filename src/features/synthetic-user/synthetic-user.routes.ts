import { actorOf } from '../../access/actor.ts';
import type { Routes } from '../../platform/http/guarded-routes.ts';
import { PageQuery } from '../../platform/http/page.ts';
import { DateInPath, IdInPath, MessageBody } from '../../platform/http/shapes.ts';
import { checkInDueUsers } from './check-in.actions.ts';
import { generateUsers } from './generation.actions.ts';
import { listUsers, removeUser, type SyntheticUserDeps, toggleUser } from './synthetic-user.actions.ts';
import { SYNTHETIC_CHECK_INS } from './synthetic-user.jobs.ts';
import {
  CheckInRunBody,
  Generation,
  GenerationBody,
  SyntheticUserBody,
  SyntheticUserList,
  Toggle,
} from './synthetic-user.schema.ts';
import { readBreakdown } from './team-breakdown.actions.ts';
import { DayBreakdown, SquadQuery } from './team-breakdown.schema.ts';

const tags = ['Administration'];

export function syntheticUserRoutes(deps: SyntheticUserDeps): Routes {
  return (scope) => {
    scope.post(
      '/api/workout-window/admin/ai-users/generate',
      {
        schema: {
          tags,
          summary: 'Make synthetic people',
          description:
            'Marked as such wherever they are shown. A distribution that is given replaces the usual one as a whole; shares are relations and need not come to 100. What fails is counted, and the others stand.',
          body: Generation,
          response: { 201: GenerationBody },
        },
      },
      async (request, reply) => reply.status(201).send(await generateUsers(deps, actorOf(request), request.body)),
    );

    scope.get(
      '/api/workout-window/admin/ai-users',
      {
        schema: {
          tags,
          summary: 'List synthetic people',
          querystring: PageQuery,
          response: { 200: SyntheticUserList },
        },
      },
      async (request) => listUsers(deps, request.query),
    );

    scope.put(
      '/api/workout-window/admin/ai-users/:id/toggle',
      {
        schema: {
          tags,
          summary: 'Let a synthetic person take part, or not',
          description: 'Who has checked in today stays in the chain of today. What has been is kept.',
          params: IdInPath,
          body: Toggle,
          response: { 200: SyntheticUserBody },
        },
      },
      async (request) => ({ user: await toggleUser(deps, actorOf(request), request.params.id, request.body) }),
    );

    scope.delete(
      '/api/workout-window/admin/ai-users/:id',
      {
        schema: {
          tags,
          summary: 'Delete a synthetic person',
          description: 'With all that is theirs: check-ins, chips and places in chains of past days, too.',
          params: IdInPath,
          response: { 200: MessageBody },
        },
      },
      async (request) => {
        await removeUser(deps, actorOf(request), request.params.id);
        return { message: 'The synthetic person is deleted, with all that was theirs.' };
      },
    );

    scope.get(
      '/api/workout-window/admin/teams/:date',
      {
        schema: {
          tags,
          summary: 'Read how many of the teams and squads of a date are synthetic',
          params: DateInPath,
          querystring: SquadQuery,
          response: { 200: DayBreakdown },
        },
      },
      async (request) => readBreakdown(deps, request.params.date, request.query),
    );
  };
}

export function syntheticUserJobRoutes(deps: SyntheticUserDeps): Routes {
  return (scope) => {
    scope.post(
      '/api/workout-window/cron/ai-checkins',
      {
        config: { secretsOf: 'workout-window', job: SYNTHETIC_CHECK_INS },
        schema: {
          description: 'Each of them checks in within their window, on as many days as fit their probability.',
          response: { 200: CheckInRunBody },
        },
      },
      async () => checkInDueUsers(deps),
    );
  };
}
