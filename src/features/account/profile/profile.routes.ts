import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import type { AccountDeps } from '../deps.ts';
import { changeProfile, readProfile } from './profile.actions.ts';
import { ProfileBody, ProfileChange } from './profile.schema.ts';

const tags = ['Account'];

/** The journal address is a secret: mail to it becomes entries. */
const HAS_JOURNAL_ADDRESS = true;

export function profileRoutes(deps: AccountDeps): Routes {
  return openToTokens({ read: 'profile:read' }, (scope) => {
    scope.get(
      '/api/user/profile',
      {
        config: { isResponseSecret: HAS_JOURNAL_ADDRESS },
        schema: { tags, operationId: 'getProfile', summary: 'Get your profile', response: { 200: ProfileBody } },
      },
      async (request) => ({ profile: await readProfile(deps, actorOf(request)) }),
    );

    scope.put(
      '/api/user/profile',
      {
        config: { isResponseSecret: HAS_JOURNAL_ADDRESS },
        schema: {
          tags,
          operationId: 'updateProfile',
          summary: 'Update your profile',
          description:
            'Omitted fields keep their values, and preferences are merged key by key. An impersonator can change only name, avatar, theme and time zone. To allow MCP needs a verified email address, if the server sends email, and a sign-in within the last 10 minutes.',
          body: ProfileChange,
          errors: [
            'account.address-not-verified',
            'account.avatar-invalid',
            'account.consent-while-impersonating',
            'account.timezone-unknown',
            'identity.session-not-fresh',
          ],
          response: { 200: ProfileBody },
        },
      },
      async (request) => ({ profile: await changeProfile(deps, actorOf(request), request.accessToken, request.body) }),
    );
  });
}
