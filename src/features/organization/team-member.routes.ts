import { actorOf } from '../../access/actor.ts';
import type { Routes } from '../../platform/http/guarded-routes.ts';
import { PageQuery } from '../../platform/http/page.ts';
import { IdInPath, MessageBody } from '../../platform/http/shapes.ts';
import type { OrganizationDeps } from './organization.actions.ts';
import { MemberInPath } from './organization-member.schema.ts';
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
  return (scope) => {
    scope.get(
      '/api/teams/:id/members',
      {
        schema: {
          tags,
          summary: 'List the members of a team',
          description:
            'For members of its organization; who joined last comes first. People who are blocked are left out.',
          params: IdInPath,
          querystring: PageQuery,
          response: { 200: TeamMemberList },
        },
      },
      async (request) => listTeamMembers(deps, actorOf(request), request.params.id, request.query),
    );

    scope.post(
      '/api/teams/:id/members',
      {
        config: { refusedWhileImpersonating: true, perHour: 'members' },
        schema: {
          tags,
          summary: 'Add a member to a team',
          description:
            'For its admins. The person must belong to the organization. Without a role it is `member`. They belong to the team at once and are told; they accept or decline. A person who has declined or left comes back by an invitation alone.',
          params: IdInPath,
          body: NewTeamMember,
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
          summary: 'Accept a membership of a team',
          description:
            'For a person added by another one. Accepts the membership of the organization as well. Doing it again changes nothing.',
          params: IdInPath,
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
          summary: 'Decline a membership of a team',
          description:
            'For a member who has not accepted. The owner of the organization takes over a team that names the member as `admin_id`. After that only an invitation that they accept brings the person back.',
          params: IdInPath,
          response: { 200: MessageBody },
        },
      },
      async (request) => {
        await declineTeam(deps, actorOf(request), request.params.id);
        return { message: 'The membership has ended. Only an invitation that you accept brings you back.' };
      },
    );

    scope.put(
      '/api/teams/:id/members/:userId',
      {
        config: { refusedWhileImpersonating: true },
        schema: {
          tags,
          summary: 'Change the role of a member of a team',
          description: 'For its admins. The role of the person that `admin_id` names stays.',
          params: MemberInPath,
          body: TeamRoleChange,
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
          summary: 'Leave a team, or remove a member',
          description:
            'For the member, and for admins of the team. Whom `admin_id` names stays. What the member shared with the team is private again.',
          params: MemberInPath,
          response: { 200: MessageBody },
        },
      },
      async (request) => {
        await removeTeamMember(deps, actorOf(request), request.params.id, request.params.userId);
        return { message: 'The membership of the team has ended.' };
      },
    );
  };
}
