import { forwardRoutes } from '#platform/http/forwarded-routes.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import type { AccountDeps } from '../deps.ts';
import { withContinuation } from './continuation.actions.ts';
import { providerOf, requireMailServer, requireOwnPage } from './provider.actions.ts';
import {
  LinkAccount,
  LinkTokenBody,
  LinkTokenQuery,
  Requested,
  SignedIn,
  SignInLinkRequest,
} from './sign-in.schema.ts';

export function signInLinkRoutes(deps: AccountDeps): Routes {
  return forwardRoutes(providerOf(deps), [
    {
      method: 'POST',
      path: '/auth/sign-in/magic-link',
      operationId: 'requestSignInLink',
      summary: 'Send a link to sign in',
      description:
        'Sends an email with a link that is valid for 15 minutes. The response is the same if no account has the address, or if it has had three of these emails within an hour.',
      config: { costly: 'sign-in' },
      body: SignInLinkRequest,
      errors: ['sign-in.no-mail-server'],
      response: Requested,
      handle: async (_request, forward) => {
        requireMailServer(deps);
        return forward();
      },
    },
    {
      method: 'POST',
      path: '/auth/link-account',
      operationId: 'findAccountOfLink',
      summary: 'Get the account of a link',
      description:
        'Tells whose account the link of an email signs in to, or whose address it verifies, without using it up. Ask before you use it: it may come from another person.',
      config: { costly: 'sign-in', isResponseSecret: true },
      body: LinkTokenBody,
      errors: ['identity.invalid-token', 'identity.token-expired'],
      response: LinkAccount,
    },
    {
      method: 'GET',
      path: '/auth/magic-link/verify',
      operationId: 'signInWithLink',
      summary: 'Sign in with a link',
      description:
        'Takes the code of an email, once, and starts a session. If the address was not verified, it is from now on, and whatever could act for the account before ends: password, sessions, passkeys, second factor, personal access tokens, webhooks, push devices, journal address, consents. Set a password by a reset. Refuses navigations and pages of other sites.',
      config: { costly: 'sign-in', isResponseSecret: true },
      querystring: LinkTokenQuery,
      errors: ['auth.foreign-origin', 'identity.invalid-token'],
      response: SignedIn,
      handle: async (request, forward) => {
        requireOwnPage(deps, request);
        return withContinuation(await forward());
      },
    },
  ]);
}
