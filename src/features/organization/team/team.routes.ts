import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { IdInPath, MessageBody } from '#platform/http/shapes.ts';
import type { OrganizationDeps } from '../deps.ts';
import { changeTeam, createTeam, listTeams, readTeam, removeTeam } from './team.actions.ts';
import { NewTeam, TeamBody, TeamChange, TeamList, TeamQuery, TeamReading } from './team.schema.ts';

const tags = ['Teams'];

export function teamRoutes(deps: OrganizationDeps): Routes {
  return openToTokens('groups', (scope) => {
    scope.get(
      '/api/teams',
      {
        schema: {
          tags,
          operationId: 'listTeams',
          summary: 'List teams',
          description:
            'Returns the teams of your organizations, or of the organization `org_id`. Super admins get all teams.',
          querystring: TeamQuery,
          errors: ['organization.not-found', 'organization.not-member', 'organization.not-owner'],
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
          operationId: 'getTeam',
          summary: 'Get a team',
          description:
            'Only members of its organization can read it. `role` is your role in the team, or null if you are not a member.',
          params: IdInPath,
          errors: ['team.not-admin', 'team.not-found', 'team.not-organization-member'],
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
          operationId: 'createTeam',
          summary: 'Create a team',
          description:
            'Only members of the organization can create a team. The user `admin_id`, by default you, joins it as admin.',
          body: NewTeam,
          errors: [
            'organization.not-found',
            'organization.not-member',
            'organization.not-owner',
            'organization.settings-too-large',
            'team.admin-not-member',
            'team.not-found',
          ],
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
          operationId: 'updateTeam',
          summary: 'Update a team',
          description:
            'Only its admins can update it, and only the owner of the organization can change `admin_id`. Omitted fields keep their values; `settings` are replaced as a whole.',
          params: IdInPath,
          body: TeamChange,
          errors: [
            'organization.settings-too-large',
            'team.admin-not-member',
            'team.not-admin',
            'team.not-found',
            'team.not-organization-member',
            'team.not-organization-owner',
            'team.user-departed',
          ],
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
          operationId: 'deleteTeam',
          summary: 'Delete a team',
          description: 'Only its admins can delete it. Entries shared with the team become private.',
          params: IdInPath,
          errors: ['team.not-admin', 'team.not-found', 'team.not-organization-member'],
          response: { 200: MessageBody },
        },
      },
      async (request) => {
        await removeTeam(deps, actorOf(request), request.params.id);
        return { message: 'The team is deleted.' };
      },
    );
  });
}
