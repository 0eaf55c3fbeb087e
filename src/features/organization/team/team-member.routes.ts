import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { PageQuery } from '#platform/http/pagination.ts';
import { IdInPath, MessageBody } from '#platform/http/shapes.ts';
import type { OrganizationDeps } from '../deps.ts';
import { MemberInPath } from '../organization/organization-member.schema.ts';
import {
  acceptTeam,
  addTeamMember,
  changeTeamRole,
  declineTeam,
  listTeamMembers,
  removeTeamMember,
} from './team-member.actions.ts';
import { NewTeamMember, TeamMemberBody, TeamMemberList, TeamRoleChange } from './team-member.schema.ts';

const tags = ['Teams'];

export function teamMemberRoutes(deps: OrganizationDeps): Routes {
  return openToTokens('groups', (scope) => {
    scope.get(
      '/api/teams/:id/members',
      {
        schema: {
          tags,
          operationId: 'listTeamMembers',
          summary: 'List the members of a team',
          description: 'Only members of its organization can list them, newest first. Blocked users are omitted.',
          params: IdInPath,
          querystring: PageQuery,
          errors: ['team.not-admin', 'team.not-found', 'team.not-organization-member'],
          response: { 200: TeamMemberList },
        },
      },
      async (request) => listTeamMembers(deps, actorOf(request), request.params.id, request.query),
    );

    scope.post(
      '/api/teams/:id/members',
      {
        config: { requiresVerifiedAddress: true, refusedWhileImpersonating: true, perHour: 'members' },
        schema: {
          tags,
          operationId: 'addTeamMember',
          summary: 'Add a member to a team',
          description:
            'Only its admins can add members, and only members of the organization can be added. The default role is `member`. The user is a member immediately and is notified, and accepts or declines. A user who has declined or left can return only by an invitation.',
          params: IdInPath,
          body: NewTeamMember,
          errors: [
            'team.already-member',
            'team.member-not-found',
            'team.not-admin',
            'team.not-found',
            'team.not-organization-member',
            'team.user-departed',
            'team.user-not-found',
            'team.user-not-in-organization',
          ],
          response: { 201: TeamMemberBody },
        },
      },
      async (request, reply) => {
        const member = await addTeamMember(deps, actorOf(request), request.params.id, request.body);
        return reply.status(201).send({ member });
      },
    );

    scope.post(
      '/api/teams/:id/members/me/accept',
      {
        config: { refusedWhileImpersonating: true },
        schema: {
          tags,
          operationId: 'acceptTeamMembership',
          summary: 'Accept a membership of a team',
          description:
            'For users added by an admin. Accepting also accepts the membership of the organization. Accepting again changes nothing.',
          params: IdInPath,
          errors: ['team.member-not-found', 'team.not-found', 'team.not-member', 'team.not-organization-member'],
          response: { 200: TeamMemberBody },
        },
      },
      async (request) => ({ member: await acceptTeam(deps, actorOf(request), request.params.id) }),
    );

    scope.post(
      '/api/teams/:id/members/me/decline',
      {
        config: { refusedWhileImpersonating: true },
        schema: {
          tags,
          operationId: 'declineTeamMembership',
          summary: 'Decline a membership of a team',
          description:
            'For members who have not accepted yet. The owner of the organization takes over a team whose `admin_id` is the member. After that you can return only by an invitation.',
          params: IdInPath,
          errors: [
            'organization.not-found',
            'team.admin-stays',
            'team.already-accepted',
            'team.not-found',
            'team.not-member',
            'team.not-organization-member',
          ],
          response: { 200: MessageBody },
        },
      },
      async (request) => {
        await declineTeam(deps, actorOf(request), request.params.id);
        return { message: 'The membership has ended. You can return only by an invitation.' };
      },
    );

    scope.put(
      '/api/teams/:id/members/:userId',
      {
        config: { refusedWhileImpersonating: true },
        schema: {
          tags,
          operationId: 'updateTeamMember',
          summary: 'Change the role of a team member',
          description: 'Only admins of the team can change a role. The role of the user `admin_id` cannot be changed.',
          params: MemberInPath,
          body: TeamRoleChange,
          errors: [
            'team.admin-role-fixed',
            'team.member-not-found',
            'team.not-admin',
            'team.not-found',
            'team.not-organization-member',
          ],
          response: { 200: TeamMemberBody },
        },
      },
      async (request) => {
        const { id, userId } = request.params;
        return { member: await changeTeamRole(deps, actorOf(request), id, userId, request.body.role) };
      },
    );

    scope.delete(
      '/api/teams/:id/members/:userId',
      {
        schema: {
          tags,
          operationId: 'removeTeamMember',
          summary: 'Remove a member from a team',
          description:
            'Members can remove themselves, and admins of the team can remove others. The user `admin_id` cannot be removed. Entries that the user shared with the team become private.',
          params: MemberInPath,
          errors: [
            'team.admin-stays',
            'team.member-not-found',
            'team.not-admin',
            'team.not-found',
            'team.not-organization-member',
          ],
          response: { 200: MessageBody },
        },
      },
      async (request) => {
        await removeTeamMember(deps, actorOf(request), request.params.id, request.params.userId);
        return { message: 'The membership of the team has ended.' };
      },
    );
  });
}
