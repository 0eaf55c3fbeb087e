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
          summary: 'Check an access token',
          description:
            'Whom the token stands for; 401 where it is not valid or has expired, 403 where the person is blocked.',
          body: TokenToVerify,
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
      { schema: { tags, summary: 'Read your profile', response: { 200: ProfileBody } } },
      async (request) => ({ profile: await readProfile(deps, actorOf(request)) }),
    );

    scope.put(
      '/api/user/profile',
      {
        schema: {
          tags,
          summary: 'Change your profile',
          description:
            'What is left out stays as it is; preferences merge key by key. An impersonator can set the name, avatar, theme and time zone alone.',
          body: ProfileChange,
          response: { 200: ProfileBody },
        },
      },
      async (request) => ({ profile: await changeProfile(deps, actorOf(request), request.body) }),
    );
  };
}
