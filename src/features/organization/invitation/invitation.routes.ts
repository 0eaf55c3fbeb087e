import Type from 'typebox';
import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { PageQuery } from '#platform/http/pagination.ts';
import { IdInPath, MessageBody } from '#platform/http/shapes.ts';
import type { OrganizationDeps } from '../deps.ts';
import {
  acceptInvitation,
  acceptInvitationByToken,
  createInvitation,
  declineInvitation,
  listInvitations,
  listOwnInvitations,
  previewInvitation,
  revokeInvitation,
} from './invitation.actions.ts';
import {
  InvitationInPath,
  InvitationList,
  InvitationToken,
  NewInvitation,
  NewInvitationBody,
  ReceivedInvitationBody,
  ReceivedInvitationList,
} from './invitation.schema.ts';

const ORGANIZATION_ERRORS = ['organization.not-found', 'organization.not-member', 'organization.not-owner'];
const TEAM_ERRORS = ['team.not-found', 'team.not-organization-member', 'team.not-admin'];
const INVITING_ERRORS = [
  'invitation.already-open',
  'invitation.ambiguous',
  'invitation.declined',
  'invitation.email-invalid',
  'invitation.mail-not-allowed',
  'invitation.mail-quota-spent',
  'invitation.too-many',
  'team.user-not-in-organization',
];

const GROUPS = [
  {
    kind: 'organization',
    base: '/api/organizations',
    tags: ['Organizations'],
    noun: 'Organization',
    who: 'owner',
    errors: ORGANIZATION_ERRORS,
    invitee: ['organization.already-member', 'organization.user-not-found'],
  },
  {
    kind: 'team',
    base: '/api/teams',
    tags: ['Teams'],
    noun: 'Team',
    who: 'admins',
    errors: TEAM_ERRORS,
    invitee: ['team.already-member', 'team.user-not-found'],
  },
] as const;

const ONLY_MEMBERS = ' Only members of the organization can accept it.';

/** Invitations of a group, for those who can invite. */
export function groupInvitationRoutes(deps: OrganizationDeps): Routes {
  return openToTokens('groups', (scope) => {
    for (const { kind, base, tags, noun, who, errors, invitee } of GROUPS) {
      const article = kind === 'organization' ? 'an organization' : 'a team';
      scope.get(
        `${base}/:id/invitations`,
        {
          schema: {
            tags: [...tags],
            operationId: `list${noun}Invitations`,
            summary: `List the invitations to ${article}`,
            description: `Only its ${who} can list them, newest first. Expired invitations are listed until the next one is created.`,
            params: IdInPath,
            querystring: PageQuery,
            errors,
            response: { 200: InvitationList },
          },
        },
        async (request) => listInvitations(deps, actorOf(request), { kind, id: request.params.id }, request.query),
      );

      scope.post(
        `${base}/:id/invitations`,
        {
          config: {
            requiresVerifiedAddress: true,
            refusedWhileImpersonating: true,
            isResponseSecret: true,
            perHour: 'invitations',
          },
          schema: {
            tags: [...tags],
            operationId: `create${noun}Invitation`,
            summary: `Create an invitation to ${article}`,
            description: `Only its ${who} can invite. With \`user_id\`, the user is notified; with \`email\`, the address gets a mail, whether or not a user has it; with neither, the response contains the token of a link.${kind === 'team' ? ONLY_MEMBERS : ''} A group has at most 100 open invitations.`,
            params: IdInPath,
            body: NewInvitation,
            errors: [...errors, ...INVITING_ERRORS, ...invitee],
            response: { 201: NewInvitationBody },
          },
        },
        async (request, reply) => {
          const path = { kind, id: request.params.id };
          return reply.status(201).send(await createInvitation(deps, actorOf(request), path, request.body));
        },
      );

      scope.delete(
        `${base}/:id/invitations/:invitationId`,
        {
          config: { refusedWhileImpersonating: true },
          schema: {
            tags: [...tags],
            operationId: `revoke${noun}Invitation`,
            summary: `Revoke an invitation to ${article}`,
            description: `Only its ${who} can revoke one. Members who have accepted it remain. A declined invitation remains listed.`,
            params: InvitationInPath,
            errors: [...errors, 'invitation.not-found'],
            response: { 200: MessageBody },
          },
        },
        async (request) => {
          const { id, invitationId } = request.params;
          await revokeInvitation(deps, actorOf(request), { kind, id }, invitationId);
          return { message: 'The invitation is revoked.' };
        },
      );
    }
  });
}

const tags = ['Organizations'];

/** Invitations of the actor. */
export function invitationRoutes(deps: OrganizationDeps): Routes {
  return openToTokens('groups', (scope) => {
    scope.get(
      '/api/invitations',
      {
        schema: {
          tags,
          operationId: 'listReceivedInvitations',
          summary: 'List received invitations',
          description:
            'Returns open invitations to organizations and teams that name you or your verified address. A link is accepted by its token.',
          querystring: PageQuery,
          response: { 200: ReceivedInvitationList },
        },
      },
      async (request) => listOwnInvitations(deps, actorOf(request), request.query),
    );

    scope.post(
      '/api/invitations/accept',
      {
        config: { refusedWhileImpersonating: true, perHour: 'invitationTokens' },
        schema: {
          tags,
          operationId: 'acceptInvitationByToken',
          summary: 'Accept an invitation by token',
          description:
            'The token comes from a link or mail. That of a mail is only for the account whose verified address got it. The request changes nothing if you are a member already.',
          body: InvitationToken,
          errors: [
            'invitation.address-not-verified',
            'invitation.ended',
            'invitation.not-found',
            'invitation.other-address',
            'team.user-not-in-organization',
          ],
          response: { 200: ReceivedInvitationBody },
        },
      },
      async (request) => ({ invitation: await acceptInvitationByToken(deps, actorOf(request), request.body.token) }),
    );

    scope.post(
      '/api/invitations/:id/accept',
      {
        config: { refusedWhileImpersonating: true },
        schema: {
          tags,
          operationId: 'acceptInvitation',
          summary: 'Accept an invitation',
          description:
            'The invitation must name you or your verified address. The request changes nothing if you are a member already.',
          params: IdInPath,
          errors: ['invitation.ended', 'invitation.not-found', 'team.user-not-in-organization'],
          response: { 200: ReceivedInvitationBody },
        },
      },
      async (request) => ({ invitation: await acceptInvitation(deps, actorOf(request), request.params.id) }),
    );

    scope.post(
      '/api/invitations/:id/decline',
      {
        config: { refusedWhileImpersonating: true },
        schema: {
          tags,
          operationId: 'declineInvitation',
          summary: 'Decline an invitation',
          description:
            'The invitation must name you or your verified address. The group cannot invite you that way again. Declining again changes nothing.',
          params: IdInPath,
          errors: ['invitation.ended', 'invitation.not-found'],
          response: { 200: MessageBody },
        },
      },
      async (request) => {
        await declineInvitation(deps, actorOf(request), request.params.id);
        return { message: 'The invitation is declined.' };
      },
    );
  });
}

/** Public, so that invited users see the group before they sign up. */
export function publicInvitationRoutes(deps: OrganizationDeps): Routes {
  return (scope) => {
    scope.get(
      '/api/invitations/preview',
      {
        schema: {
          tags,
          operationId: 'previewInvitation',
          summary: 'Preview an invitation',
          description:
            'Returns the group and the inviting user for a token from a link or mail. The request changes nothing.',
          querystring: Type.Object({ token: InvitationToken.properties.token }),
          errors: ['invitation.ended', 'invitation.not-found'],
          response: { 200: ReceivedInvitationBody },
        },
      },
      async (request) => ({ invitation: await previewInvitation(deps, request.query.token) }),
    );
  };
}
