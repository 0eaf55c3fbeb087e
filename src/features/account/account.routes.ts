import { actorOf } from '../../access/actor.ts';
import type { Routes } from '../../platform/http/guarded-routes.ts';
import { type AccountDeps, changeProfile, readProfile, verifyToken } from './account.actions.ts';
import { ProfileBody, ProfileChange, TokenToVerify, VerifiedUserBody } from './account.schema.ts';

const tags = ['Account'];

export function publicAccountRoutes(deps: AccountDeps): Routes {
  return (scope) => {
    scope.post(
      '/api/auth/verify',
      {
        schema: {
          tags,
          operationId: 'verifyAccessToken',
          summary: 'Verify an access token',
          description:
            'Returns the user of the token. Answers 401 if the token is invalid or expired, and 403 if the user is blocked.',
          body: TokenToVerify,
          errors: ['account.blocked', 'account.other-issuer', 'auth.token-invalid'],
          response: { 200: VerifiedUserBody },
        },
      },
      async (request) => ({ user: await verifyToken(deps, request.body.token) }),
    );
  };
}

export function memberAccountRoutes(deps: AccountDeps): Routes {
  return (scope) => {
    scope.get(
      '/api/user/profile',
      { schema: { tags, operationId: 'getProfile', summary: 'Get your profile', response: { 200: ProfileBody } } },
      async (request) => ({ profile: await readProfile(deps, actorOf(request)) }),
    );

    scope.put(
      '/api/user/profile',
      {
        schema: {
          tags,
          operationId: 'updateProfile',
          summary: 'Update your profile',
          description:
            'Omitted fields keep their values, and preferences are merged key by key. An impersonator can change only name, avatar, theme and time zone.',
          body: ProfileChange,
          errors: ['account.avatar-invalid', 'account.consent-while-impersonating', 'account.timezone-unknown'],
          response: { 200: ProfileBody },
        },
      },
      async (request) => ({ profile: await changeProfile(deps, actorOf(request), request.body) }),
    );
  };
}
