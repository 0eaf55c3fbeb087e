import { actorOf } from '../../platform/http/actor.ts';
import type { Routes } from '../../platform/http/audience.ts';
import { PageQuery } from '../../platform/http/page.ts';
import { IdInPath, MessageBody } from '../../platform/http/shapes.ts';
import type { OrganizationDeps } from './organization.actions.ts';
import { MemberInPath } from './organization-member.schema.ts';
import { addTeamMember, changeTeamRole, listTeamMembers, removeTeamMember } from './team-member.actions.ts';
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
        config: { refusedWhileImpersonating: true },
        schema: {
          tags,
          summary: 'Add a member to a team',
          description: 'For its admins. The person must belong to the organization. Without a role it is `member`.',
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
