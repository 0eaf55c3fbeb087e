import { forwardRoutes } from '#platform/http/forwarded-routes.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { networkOf } from '#platform/http/limits/rate-limit.ts';
import type { AccountDeps } from '../deps.ts';
import { admitSignUp } from '../sign-up/admission.actions.ts';
import { withContinuation } from './continuation.actions.ts';
import { providerOf } from './provider.actions.ts';
import {
  AccessToken,
  Credentials,
  CurrentSession,
  KeySet,
  NewAccount,
  NoFields,
  OWN_SESSION,
  SignedIn,
  SignedOut,
  SignedUp,
} from './sign-in.schema.ts';
import { throttleSignIn } from './sign-in-attempt.actions.ts';

export function signInRoutes(deps: AccountDeps): Routes {
  return forwardRoutes(providerOf(deps), [
    {
      method: 'POST',
      path: '/auth/sign-up/email',
      operationId: 'signUp',
      summary: 'Sign up',
      description:
        'Creates an account with an e-mail address and a password, and starts a session. Where the server sends mail it starts none, and the response is the same if the address has an account already, whose owner gets an email: `token` is null, so sign in next. A link to an organization makes the account a member, and the code of the first run a super admin.',
      config: { costly: 'sign-in', isResponseSecret: true },
      body: NewAccount,
      errors: [
        'identity.failed-to-create-user',
        'identity.password-too-common',
        'identity.user-already-exists-use-another-email',
        'first-run.finished',
        'sign-up.closed',
        'sign-up.invitation-invalid',
        'sign-up.invitation-required',
      ],
      response: SignedUp,
      handle: (request, forward) => {
        const { email, invitation = null } = request.body as { email: string; invitation?: string };
        return admitSignUp(deps, { email, invitation }, forward);
      },
    },
    {
      method: 'POST',
      path: '/auth/sign-in/email',
      operationId: 'signIn',
      summary: 'Sign in',
      description:
        'Starts a session, or returns `twoFactorRedirect` if the account has a second factor: send its code to `/auth/two-factor/verify-totp`.',
      config: { costly: 'sign-in', isResponseSecret: true },
      body: Credentials,
      errors: ['identity.invalid-email-or-password', 'sign-in.slowed-down'],
      response: SignedIn,
      handle: async (request, forward) => {
        const { email } = request.body as { email: string };
        return withContinuation(await throttleSignIn(deps, { email, network: networkOf(request.ip) }, forward));
      },
    },
    {
      method: 'GET',
      path: '/auth/token',
      operationId: 'createAccessToken',
      summary: 'Get an access token',
      description:
        'Send the session as bearer token. The access token is valid for 15 minutes; the same session gets the next one.',
      config: { isResponseSecret: true },
      security: [{ session: [] }],
      errors: ['identity.no-session'],
      response: AccessToken,
    },
    {
      method: 'GET',
      path: '/auth/jwks',
      operationId: 'getSigningKeys',
      summary: 'Get the public keys of access tokens',
      description: 'The keys are a JSON Web Key Set (RFC 7517).',
      response: KeySet,
    },
    {
      method: 'GET',
      path: '/auth/get-session',
      operationId: 'getSession',
      summary: 'Get your session',
      description: 'Returns the session of the request and its user, or null without a session.',
      config: { isResponseSecret: true },
      security: OWN_SESSION,
      response: CurrentSession,
    },
    {
      method: 'POST',
      path: '/auth/sign-out',
      operationId: 'signOut',
      summary: 'Sign out',
      description: 'Ends the session, which is sent as bearer token or as cookie, and deletes the cookie.',
      security: OWN_SESSION,
      body: NoFields,
      response: SignedOut,
    },
  ]);
}
