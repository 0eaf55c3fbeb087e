import { actorOf } from '../../../access/actor.ts';
import type { Routes } from '../../../platform/http/guarded-routes.ts';
import { PageQuery } from '../../../platform/http/pagination.ts';
import { DateInPath, IdInPath, MessageBody } from '../../../platform/http/shapes.ts';
import { generateUsers } from '../generation/generation.actions.ts';
import { Generation, GenerationBody, SyntheticUserBody, SyntheticUserList, Toggle } from '../synthetic-user.schema.ts';
import { readBreakdown } from '../team-breakdown/team-breakdown.actions.ts';
import { DayBreakdown, SquadQuery } from '../team-breakdown/team-breakdown.schema.ts';
import { listUsers, removeUser, type SyntheticUserDeps, toggleUser } from './user.actions.ts';

const tags = ['Administration'];

export function syntheticUserRoutes(deps: SyntheticUserDeps): Routes {
  return (scope) => {
    scope.post(
      '/api/workout-window/admin/ai-users/generate',
      {
        schema: {
          tags,
          operationId: 'generateSyntheticUsers',
          summary: 'Generate synthetic users',
          description:
            'They are marked as synthetic wherever they appear. A given distribution replaces the default one as a whole; its shares are relative and need not sum to 100. Failures are counted and do not affect other users.',
          body: Generation,
          errors: ['synthetic-user.config-unusable'],
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
          operationId: 'listSyntheticUsers',
          summary: 'List synthetic users',
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
          operationId: 'toggleSyntheticUser',
          summary: 'Enable or disable a synthetic user',
          description: "A user who has checked in today remains in today's chain. Past days are kept.",
          params: IdInPath,
          body: Toggle,
          errors: ['synthetic-user.not-found'],
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
          operationId: 'deleteSyntheticUser',
          summary: 'Delete a synthetic user',
          description: 'Check-ins, chips and chain positions of past days are deleted as well.',
          params: IdInPath,
          errors: ['synthetic-user.in-charge', 'synthetic-user.not-found'],
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
          operationId: 'getTeamBreakdown',
          summary: 'Get the share of synthetic users in the teams and squads of a date',
          params: DateInPath,
          querystring: SquadQuery,
          response: { 200: DayBreakdown },
        },
      },
      async (request) => readBreakdown(deps, request.params.date, request.query),
    );
  };
}
