import { actorOf } from '../../access/actor.ts';
import type { Routes } from '../../platform/http/guarded-routes.ts';
import { PageQuery } from '../../platform/http/page.ts';
import { IdInPath, MessageBody } from '../../platform/http/shapes.ts';
import type { OrganizationDeps } from './organization.actions.ts';
import {
  acceptMembership,
  addOrganizationMember,
  changeOrganizationRole,
  declineMembership,
  listOrganizationMembers,
  removeOrganizationMember,
} from './organization-member.actions.ts';
import {
  MemberInPath,
  NewOrganizationMember,
  OrganizationMemberBody,
  OrganizationMemberList,
  OrganizationRoleChange,
} from './organization-member.schema.ts';

const tags = ['Organizations'];

export function organizationMemberRoutes(deps: OrganizationDeps): Routes {
  return (scope) => {
    scope.get(
      '/api/organizations/:id/members',
      {
        schema: {
          tags,
          summary: 'List the members of an organization',
          description: 'For its members: the owner first, then who joined last. People who are blocked are left out.',
          params: IdInPath,
          querystring: PageQuery,
          response: { 200: OrganizationMemberList },
        },
      },
      async (request) => listOrganizationMembers(deps, actorOf(request), request.params.id, request.query),
    );

    scope.post(
      '/api/organizations/:id/members',
      {
        config: { refusedWhileImpersonating: true, perHour: 'members' },
        schema: {
          tags,
          summary: 'Add a member to an organization',
          description:
            'For its owner. Without a role it is `member`; `owner` is refused, since ownership is handed over. The person belongs to it at once and is told; they accept or decline. A person who has declined or left comes back by an invitation alone.',
          params: IdInPath,
          body: NewOrganizationMember,
          response: { 201: OrganizationMemberBody },
        },
      },
      async (request, reply) => {
        const member = await addOrganizationMember(deps, actorOf(request), request.params.id, request.body);
        return reply.status(201).send({ member });
      },
    );

    scope.post(
      '/api/organizations/:id/members/me/accept',
      {
        config: { refusedWhileImpersonating: true },
        schema: {
          tags,
          summary: 'Accept a membership of an organization',
          description: 'For a person added by another one. Doing it again changes nothing.',
          params: IdInPath,
          response: { 200: OrganizationMemberBody },
        },
      },
      async (request) => ({ member: await acceptMembership(deps, actorOf(request), request.params.id) }),
    );

    scope.post(
      '/api/organizations/:id/members/me/decline',
      {
        config: { refusedWhileImpersonating: true },
        schema: {
          tags,
          summary: 'Decline a membership of an organization',
          description:
            'For a member who has not accepted. Leaves the organization and its teams; an ownership that came with it goes back. After that only an invitation that they accept brings the person back.',
          params: IdInPath,
          response: { 200: MessageBody },
        },
      },
      async (request) => {
        await declineMembership(deps, actorOf(request), request.params.id);
        return { message: 'The membership has ended. Only an invitation that you accept brings you back.' };
      },
    );

    scope.put(
      '/api/organizations/:id/members/:userId',
      {
        config: { refusedWhileImpersonating: true },
        schema: {
          tags,
          summary: 'Change the role of a member of an organization',
          description: 'For its owner: `admin` or `member`.',
          params: MemberInPath,
          body: OrganizationRoleChange,
          response: { 200: OrganizationMemberBody },
        },
      },
      async (request) => {
        const { id, userId } = request.params;
        return { member: await changeOrganizationRole(deps, actorOf(request), id, userId, request.body.role) };
      },
    );

    scope.delete(
      '/api/organizations/:id/members/:userId',
      {
        schema: {
          tags,
          summary: 'Leave an organization, or remove a member',
          description:
            'For the member, and for the owner, who takes over the teams that the member led. The teams are left as well, and what was shared with any of them is private again.',
          params: MemberInPath,
          response: { 200: MessageBody },
        },
      },
      async (request) => {
        await removeOrganizationMember(deps, actorOf(request), request.params.id, request.params.userId);
        return { message: 'The membership has ended, in the organization and in its teams.' };
      },
    );
  };
}
