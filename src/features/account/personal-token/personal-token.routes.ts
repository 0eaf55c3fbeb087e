import { actorOf } from '#access/actor.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { IdInPath, MessageBody } from '#platform/http/shapes.ts';
import type { AccountDeps } from '../deps.ts';
import { createToken, listOwnTokens, renameToken, revokeToken } from './personal-token.actions.ts';
import {
  CreatedPersonalToken,
  NewPersonalToken,
  PersonalTokenBody,
  PersonalTokenChange,
  PersonalTokenList,
} from './personal-token.schema.ts';

const tags = ['Account'];
const config = { refusedWhileImpersonating: true } as const;

/** Personal access tokens, for programs of a user. None of these routes is open to such a token. */
export function personalTokenRoutes(deps: AccountDeps): Routes {
  return (scope) => {
    scope.get(
      '/api/user/tokens',
      {
        config,
        schema: {
          tags,
          operationId: 'listPersonalTokens',
          summary: 'List your personal access tokens',
          description: 'Newest first, without their secrets. An expired token is listed for 30 days.',
          response: { 200: PersonalTokenList },
        },
      },
      async (request) => ({ tokens: await listOwnTokens(deps, actorOf(request)) }),
    );

    scope.post(
      '/api/user/tokens',
      {
        config: {
          ...config,
          requiresVerifiedAddress: true,
          requiresFreshSession: true,
          isResponseSecret: true,
          costly: 'sign-in',
        },
        schema: {
          tags,
          operationId: 'createPersonalToken',
          summary: 'Create a personal access token',
          description:
            'A program that sends the secret as bearer token acts for you, on the operations that list one of its scopes. It cannot change how you sign in, create tokens, impersonate, buy or block. You are notified.',
          body: NewPersonalToken,
          errors: ['token.not-super-admin', 'token.too-many'],
          response: { 201: CreatedPersonalToken },
        },
      },
      async (request, reply) =>
        reply.status(201).send(await createToken(deps, actorOf(request), request.accessToken, request.body)),
    );

    scope.patch(
      '/api/user/tokens/:id',
      {
        config,
        schema: {
          tags,
          operationId: 'renamePersonalToken',
          summary: 'Update the name of a personal access token',
          description: 'Only you see the name. Its scopes and its end do not change.',
          params: IdInPath,
          body: PersonalTokenChange,
          errors: ['token.not-found'],
          response: { 200: PersonalTokenBody },
        },
      },
      async (request) => ({ token: await renameToken(deps, actorOf(request), request.params.id, request.body.name) }),
    );

    scope.delete(
      '/api/user/tokens/:id',
      {
        config,
        schema: {
          tags,
          operationId: 'revokePersonalToken',
          summary: 'Revoke a personal access token',
          description: 'It is refused from the next request on.',
          params: IdInPath,
          errors: ['token.not-found'],
          response: { 200: MessageBody },
        },
      },
      async (request) => {
        await revokeToken(deps, actorOf(request), request.params.id);
        return { message: 'The token is revoked.' };
      },
    );
  };
}
