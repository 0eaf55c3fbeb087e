import Type from 'typebox';
import { actorOf } from '../../access/actor.ts';
import type { Routes } from '../../platform/http/guarded-routes.ts';
import { PageQuery } from '../../platform/http/page.ts';
import { IdInPath, MessageBody } from '../../platform/http/shapes.ts';
import {
  acceptInvitation,
  acceptInvitationByToken,
  createInvitation,
  declineInvitation,
  type InvitationDeps,
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

const GROUPS = [
  { kind: 'organization', base: '/api/organizations', tags: ['Organizations'], who: 'For its owner.' },
  { kind: 'team', base: '/api/teams', tags: ['Teams'], who: 'For its admins.' },
] as const;

const ONLY_COLLEAGUES = ' It is accepted by members of the organization alone.';

/** Invitations as those see them who make them. */
export function groupInvitationRoutes(deps: InvitationDeps): Routes {
  return (scope) => {
    for (const { kind, base, tags, who } of GROUPS) {
      const article = kind === 'organization' ? 'an organization' : 'a team';
      scope.get(
        `${base}/:id/invitations`,
        {
          schema: {
            tags: [...tags],
            summary: `List the invitations to ${article}`,
            description: `${who} Newest first. Those that have ended are listed until the next one is made.`,
            params: IdInPath,
            querystring: PageQuery,
            response: { 200: InvitationList },
          },
        },
        async (request) => listInvitations(deps, actorOf(request), { kind, id: request.params.id }, request.query),
      );

      scope.post(
        `${base}/:id/invitations`,
        {
          config: { refusedWhileImpersonating: true, isAnswerSecret: true, perHour: 'invitations' },
          schema: {
            tags: [...tags],
            summary: `Invite to ${article}`,
            description: `${who} With \`user_id\` a person, who is told; with \`email\` an address, by mail, whether or not it belongs to a user; with neither, it is a link.${kind === 'team' ? ONLY_COLLEAGUES : ''} A group has 100 open invitations at most.`,
            params: IdInPath,
            body: NewInvitation,
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
            summary: `Revoke an invitation to ${article}`,
            description: `${who} Members who have come by it stay. One that was declined stays listed.`,
            params: InvitationInPath,
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
  };
}

const tags = ['Organizations'];

/** Invitations as those see them who are invited. */
export function invitationRoutes(deps: InvitationDeps): Routes {
  return (scope) => {
    scope.get(
      '/api/invitations',
      {
        schema: {
          tags,
          summary: 'List the invitations you have received',
          description:
            'The open ones that name you, to organizations and teams. Those by mail or link work by their token.',
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
          summary: 'Accept an invitation by its token',
          description: 'The token of a link or a mail. A member already changes nothing by it.',
          body: InvitationToken,
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
          summary: 'Accept an invitation',
          description: 'One that names you. A member already changes nothing by it.',
          params: IdInPath,
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
          summary: 'Decline an invitation',
          description: 'One that names you. The group cannot invite you by id again. Doing it again changes nothing.',
          params: IdInPath,
          response: { 200: MessageBody },
        },
      },
      async (request) => {
        await declineInvitation(deps, actorOf(request), request.params.id);
        return { message: 'The invitation is declined.' };
      },
    );
  };
}

/** Who has a link may see what it is for before they sign up. */
export function publicInvitationRoutes(deps: InvitationDeps): Routes {
  return (scope) => {
    scope.get(
      '/api/invitations/preview',
      {
        schema: {
          tags,
          summary: 'Preview an invitation',
          description: 'What the token of a link or a mail invites to, and who invites. Changes nothing.',
          querystring: Type.Object({ token: InvitationToken.properties.token }),
          response: { 200: ReceivedInvitationBody },
        },
      },
      async (request) => ({ invitation: await previewInvitation(deps, request.query.token) }),
    );
  };
}
