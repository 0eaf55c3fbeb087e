import { actorOf } from '../../access/actor.ts';
import type { Routes } from '../../platform/http/guarded-routes.ts';
import { IdInPath, MessageBody } from '../../platform/http/shapes.ts';
import type { OrganizationDeps } from './organization.actions.ts';
import { changeTeam, createTeam, listTeams, readTeam, removeTeam } from './team.actions.ts';
import { NewTeam, TeamBody, TeamChange, TeamList, TeamQuery, TeamReading } from './team.schema.ts';

const tags = ['Teams'];

export function teamRoutes(deps: OrganizationDeps): Routes {
  return (scope) => {
    scope.get(
      '/api/teams',
      {
        schema: {
          tags,
          summary: 'List teams',
          description: 'Those of your organizations, or of one of them with `org_id`; all teams for super admins.',
          querystring: TeamQuery,
          response: { 200: TeamList },
        },
      },
      async (request) => listTeams(deps, actorOf(request), request.query),
    );

    scope.get(
      '/api/teams/:id',
      {
        schema: {
          tags,
          summary: 'Read a team',
          description: 'For members of its organization, with their role in the team, which is null outside of it.',
          params: IdInPath,
          response: { 200: TeamReading },
        },
      },
      async (request) => readTeam(deps, actorOf(request), request.params.id),
    );

    scope.post(
      '/api/teams',
      {
        schema: {
          tags,
          summary: 'Make a team',
          description:
            'For members of the organization. Its `admin_id`, you where not given, joins it with the role of admin.',
          body: NewTeam,
          response: { 201: TeamBody },
        },
      },
      async (request, reply) => {
        const team = await createTeam(deps, actorOf(request), request.body);
        return reply.status(201).send({ team });
      },
    );

    scope.put(
      '/api/teams/:id',
      {
        config: { refusedWhileImpersonating: true },
        schema: {
          tags,
          summary: 'Change a team',
          description:
            'For its admins; another `admin_id` is for the owner of the organization. What is left out stays as it is; settings are replaced as a whole.',
          params: IdInPath,
          body: TeamChange,
          response: { 200: TeamBody },
        },
      },
      async (request) => ({ team: await changeTeam(deps, actorOf(request), request.params.id, request.body) }),
    );

    scope.delete(
      '/api/teams/:id',
      {
        schema: {
          tags,
          summary: 'Delete a team',
          description: 'For its admins. What was shared with it is private again.',
          params: IdInPath,
          response: { 200: MessageBody },
        },
      },
      async (request) => {
        await removeTeam(deps, actorOf(request), request.params.id);
        return { message: 'The team is deleted.' };
      },
    );
  };
}
