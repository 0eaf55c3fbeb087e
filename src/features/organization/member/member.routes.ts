import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { PageQuery } from '#platform/http/pagination.ts';
import { IdInPath, MessageBody } from '#platform/http/shapes.ts';
import type { OrganizationDeps } from '../deps.ts';
import { declineMembership, removeMember } from './departure.actions.ts';
import { acceptMembership, addMember, changeRole, listMembers } from './member.actions.ts';
import { MEMBER_SHAPES, MemberInPath } from './member.schema.ts';

const OWNER_ERRORS = ['organization.not-found', 'organization.not-member', 'organization.not-owner'] as const;
const ADMIN_ERRORS = ['team.not-admin', 'team.not-found', 'team.not-organization-member'] as const;

const ORGANIZATION = {
  kind: 'organization',
  path: '/api/organizations/:id/members',
  tag: 'Organizations',
  noun: 'Organization',
  one: 'an organization',
  list: {
    description:
      'Only members can list them. The owner comes first, then the newest members. Blocked users are omitted.',
    errors: OWNER_ERRORS,
  },
  add: {
    description:
      'Only the owner can add members. The default role is `member`; `owner` is refused because ownership is transferred. The user is a member immediately and is notified, and accepts or declines. A user who has declined or left can return only by an invitation.',
    errors: [
      'organization.already-member',
      'organization.member-not-found',
      ...OWNER_ERRORS,
      'organization.owner-by-transfer',
      'organization.user-departed',
      'organization.user-not-found',
    ],
  },
  accept: {
    description: 'For users added by the owner. Accepting again changes nothing.',
    errors: ['organization.member-not-found', 'organization.not-found', 'organization.not-member'],
  },
  decline: {
    description:
      'For members who have not accepted yet. You leave the organization and its teams, and an ownership that came with the membership goes back. After that you can return only by an invitation.',
    errors: [
      'organization.already-accepted',
      'organization.not-found',
      'organization.not-member',
      'organization.ownership-accepted',
    ],
  },
  change: {
    description: 'Only the owner can change a role, to `admin` or `member`.',
    errors: [
      'organization.member-not-found',
      ...OWNER_ERRORS,
      'organization.owner-by-transfer',
      'organization.owner-role-fixed',
    ],
  },
  remove: {
    description:
      'Members can remove themselves, and the owner can remove all others. The user also leaves the teams. The owner takes over teams that the user led, and entries that the user shared with any of these groups become private.',
    errors: ['organization.member-not-found', ...OWNER_ERRORS, 'organization.owner-stays'],
    message: 'The membership has ended, in the organization and in its teams.',
  },
} as const;

const TEAM = {
  kind: 'team',
  path: '/api/teams/:id/members',
  tag: 'Teams',
  noun: 'Team',
  one: 'a team',
  list: {
    description: 'Only members of its organization can list them, newest first. Blocked users are omitted.',
    errors: ADMIN_ERRORS,
  },
  add: {
    description:
      'Only its admins can add members, and only members of the organization can be added. The default role is `member`. The user is a member immediately and is notified, and accepts or declines. A user who has declined or left can return only by an invitation.',
    errors: [
      'team.already-member',
      'team.member-not-found',
      ...ADMIN_ERRORS,
      'team.user-departed',
      'team.user-not-found',
      'team.user-not-in-organization',
    ],
  },
  accept: {
    description:
      'For users added by an admin. Accepting also accepts the membership of the organization. Accepting again changes nothing.',
    errors: ['team.member-not-found', 'team.not-found', 'team.not-member', 'team.not-organization-member'],
  },
  decline: {
    description:
      'For members who have not accepted yet. The owner of the organization takes over a team whose `admin_id` is the member. After that you can return only by an invitation.',
    errors: [
      'organization.not-found',
      'team.admin-stays',
      'team.already-accepted',
      'team.not-found',
      'team.not-member',
      'team.not-organization-member',
    ],
  },
  change: {
    description: 'Only admins of the team can change a role. The role of the user `admin_id` cannot be changed.',
    errors: ['team.admin-role-fixed', 'team.member-not-found', ...ADMIN_ERRORS],
  },
  remove: {
    description:
      'Members can remove themselves, and admins of the team can remove others. The user `admin_id` cannot be removed. Entries that the user shared with the team become private.',
    errors: ['team.admin-stays', 'team.member-not-found', ...ADMIN_ERRORS],
    message: 'The membership of the team has ended.',
  },
} as const;

export function organizationMemberRoutes(deps: OrganizationDeps): Routes {
  return memberRoutes(deps, ORGANIZATION);
}

export function teamMemberRoutes(deps: OrganizationDeps): Routes {
  return memberRoutes(deps, TEAM);
}

function memberRoutes(deps: OrganizationDeps, group: typeof ORGANIZATION | typeof TEAM): Routes {
  const { kind, path, noun, one } = group;
  const tags = [group.tag];
  const shapes = MEMBER_SHAPES[kind];
  return openToTokens('groups', (scope) => {
    scope.get(
      path,
      {
        schema: {
          tags,
          operationId: `list${noun}Members`,
          summary: `List the members of ${one}`,
          ...group.list,
          params: IdInPath,
          querystring: PageQuery,
          response: { 200: shapes.List },
        },
      },
      async (request) => listMembers(deps, actorOf(request), { kind, id: request.params.id }, request.query),
    );

    scope.post(
      path,
      {
        config: { requiresVerifiedAddress: true, refusedWhileImpersonating: true, perHour: 'members' },
        schema: {
          tags,
          operationId: `add${noun}Member`,
          summary: `Add a member to ${one}`,
          ...group.add,
          params: IdInPath,
          body: shapes.New,
          response: { 201: shapes.Body },
        },
      },
      async (request, reply) => {
        const member = await addMember(deps, actorOf(request), { kind, id: request.params.id }, request.body);
        return reply.status(201).send({ member });
      },
    );

    scope.post(
      `${path}/me/accept`,
      {
        config: { refusedWhileImpersonating: true },
        schema: {
          tags,
          operationId: `accept${noun}Membership`,
          summary: `Accept a membership of ${one}`,
          ...group.accept,
          params: IdInPath,
          response: { 200: shapes.Body },
        },
      },
      async (request) => ({ member: await acceptMembership(deps, actorOf(request), { kind, id: request.params.id }) }),
    );

    scope.post(
      `${path}/me/decline`,
      {
        config: { refusedWhileImpersonating: true },
        schema: {
          tags,
          operationId: `decline${noun}Membership`,
          summary: `Decline a membership of ${one}`,
          ...group.decline,
          params: IdInPath,
          response: { 200: MessageBody },
        },
      },
      async (request) => {
        await declineMembership(deps, actorOf(request), { kind, id: request.params.id });
        return { message: 'The membership has ended. You can return only by an invitation.' };
      },
    );

    scope.put(
      `${path}/:userId`,
      {
        config: { refusedWhileImpersonating: true },
        schema: {
          tags,
          operationId: `update${noun}Member`,
          summary: `Change the role of ${one} member`,
          ...group.change,
          params: MemberInPath,
          body: shapes.RoleChange,
          response: { 200: shapes.Body },
        },
      },
      async (request) => {
        const { id, userId } = request.params;
        return { member: await changeRole(deps, actorOf(request), { kind, id }, userId, request.body.role) };
      },
    );

    scope.delete(
      `${path}/:userId`,
      {
        schema: {
          tags,
          operationId: `remove${noun}Member`,
          summary: `Remove a member from ${one}`,
          description: group.remove.description,
          errors: group.remove.errors,
          params: MemberInPath,
          response: { 200: MessageBody },
        },
      },
      async (request) => {
        const { id, userId } = request.params;
        await removeMember(deps, actorOf(request), { kind, id }, userId);
        return { message: group.remove.message };
      },
    );
  });
}
