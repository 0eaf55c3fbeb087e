import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { PageQuery } from '#platform/http/pagination.ts';
import { IdInPath, MessageBody } from '#platform/http/shapes.ts';
import type { OrganizationDeps } from '../deps.ts';
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
  return openToTokens('groups', (scope) => {
    scope.get(
      '/api/organizations/:id/members',
      {
        schema: {
          tags,
          operationId: 'listOrganizationMembers',
          summary: 'List the members of an organization',
          description:
            'Only members can list them. The owner comes first, then the newest members. Blocked users are omitted.',
          params: IdInPath,
          querystring: PageQuery,
          errors: ['organization.not-found', 'organization.not-member', 'organization.not-owner'],
          response: { 200: OrganizationMemberList },
        },
      },
      async (request) => listOrganizationMembers(deps, actorOf(request), request.params.id, request.query),
    );

    scope.post(
      '/api/organizations/:id/members',
      {
        config: { requiresVerifiedAddress: true, refusedWhileImpersonating: true, perHour: 'members' },
        schema: {
          tags,
          operationId: 'addOrganizationMember',
          summary: 'Add a member to an organization',
          description:
            'Only the owner can add members. The default role is `member`; `owner` is refused because ownership is transferred. The user is a member immediately and is notified, and accepts or declines. A user who has declined or left can return only by an invitation.',
          params: IdInPath,
          body: NewOrganizationMember,
          errors: [
            'organization.already-member',
            'organization.member-not-found',
            'organization.not-found',
            'organization.not-member',
            'organization.not-owner',
            'organization.owner-by-transfer',
            'organization.user-departed',
            'organization.user-not-found',
          ],
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
          operationId: 'acceptOrganizationMembership',
          summary: 'Accept a membership of an organization',
          description: 'For users added by the owner. Accepting again changes nothing.',
          params: IdInPath,
          errors: ['organization.member-not-found', 'organization.not-found', 'organization.not-member'],
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
          operationId: 'declineOrganizationMembership',
          summary: 'Decline a membership of an organization',
          description:
            'For members who have not accepted yet. You leave the organization and its teams, and an ownership that came with the membership goes back. After that you can return only by an invitation.',
          params: IdInPath,
          errors: [
            'organization.already-accepted',
            'organization.not-found',
            'organization.not-member',
            'organization.ownership-accepted',
          ],
          response: { 200: MessageBody },
        },
      },
      async (request) => {
        await declineMembership(deps, actorOf(request), request.params.id);
        return { message: 'The membership has ended. You can return only by an invitation.' };
      },
    );

    scope.put(
      '/api/organizations/:id/members/:userId',
      {
        config: { refusedWhileImpersonating: true },
        schema: {
          tags,
          operationId: 'updateOrganizationMember',
          summary: 'Change the role of an organization member',
          description: 'Only the owner can change a role, to `admin` or `member`.',
          params: MemberInPath,
          body: OrganizationRoleChange,
          errors: [
            'organization.member-not-found',
            'organization.not-found',
            'organization.not-member',
            'organization.not-owner',
            'organization.owner-by-transfer',
            'organization.owner-role-fixed',
          ],
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
          operationId: 'removeOrganizationMember',
          summary: 'Remove a member from an organization',
          description:
            'Members can remove themselves, and the owner can remove all others. The user also leaves the teams. The owner takes over teams that the user led, and entries that the user shared with any of these groups become private.',
          params: MemberInPath,
          errors: [
            'organization.member-not-found',
            'organization.not-found',
            'organization.not-member',
            'organization.not-owner',
            'organization.owner-stays',
          ],
          response: { 200: MessageBody },
        },
      },
      async (request) => {
        await removeOrganizationMember(deps, actorOf(request), request.params.id, request.params.userId);
        return { message: 'The membership has ended, in the organization and in its teams.' };
      },
    );
  });
}
