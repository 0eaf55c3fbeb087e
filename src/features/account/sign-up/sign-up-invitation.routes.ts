import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { PageQuery } from '#platform/http/pagination.ts';
import { IdInPath, MessageBody } from '#platform/http/shapes.ts';
import type { AccountDeps } from '../deps.ts';
import {
  createSignUpInvitation,
  listInvitationsToSignUp,
  revokeSignUpInvitation,
} from './sign-up-invitation.actions.ts';
import { NewSignUpInvitation, NewSignUpInvitationBody, SignUpInvitationList } from './sign-up-invitation.schema.ts';

const tags = ['Administration'];

/** Invitations to sign up, for super admins. */
export function signUpInvitationRoutes(deps: AccountDeps): Routes {
  return openToTokens({ read: 'admin:read' }, (scope) => {
    scope.get(
      '/api/admin/invitations',
      {
        schema: {
          tags,
          operationId: 'listSignUpInvitations',
          summary: 'List the invitations to sign up',
          description: 'Newest first, also used and expired ones. The request is written to the audit log.',
          querystring: PageQuery,
          response: { 200: SignUpInvitationList },
        },
      },
      async (request) => listInvitationsToSignUp(deps, actorOf(request), request.query),
    );

    scope.post(
      '/api/admin/invitations',
      {
        config: { requiresFreshSession: true, isResponseSecret: true },
        schema: {
          tags,
          operationId: 'createSignUpInvitation',
          summary: 'Create an invitation to sign up',
          description:
            'An invitation admits a sign-up while `SIGN_UP=invite`. With `email`, the address gets a mail with the token. The request is written to the audit log.',
          body: NewSignUpInvitation,
          errors: ['sign-up.ambiguous', 'sign-up.email-invalid'],
          response: { 201: NewSignUpInvitationBody },
        },
      },
      async (request, reply) =>
        reply.status(201).send(await createSignUpInvitation(deps, actorOf(request), request.body)),
    );

    scope.delete(
      '/api/admin/invitations/:id',
      {
        schema: {
          tags,
          operationId: 'revokeSignUpInvitation',
          summary: 'Revoke an invitation to sign up',
          description: 'Accounts that were created with it remain. The request is written to the audit log.',
          params: IdInPath,
          errors: ['sign-up.invitation-not-found'],
          response: { 200: MessageBody },
        },
      },
      async (request) => {
        await revokeSignUpInvitation(deps, actorOf(request), request.params.id);
        return { message: 'The invitation is revoked.' };
      },
    );
  });
}
