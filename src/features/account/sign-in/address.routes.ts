import { forwardRoutes } from '#platform/http/forwarded-routes.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import type { AccountDeps } from '../deps.ts';
import { AddressChange, VerificationRequest } from './address.schema.ts';
import { providerOf, requireOwnPage } from './provider.actions.ts';
import { LinkTokenBody, LinkTokenQuery, OWN_SESSION, Requested } from './sign-in.schema.ts';

export function addressRoutes(deps: AccountDeps): Routes {
  return forwardRoutes(providerOf(deps), [
    {
      method: 'POST',
      path: '/auth/send-verification-email',
      operationId: 'requestAddressVerification',
      summary: 'Send a link to verify an email address',
      description:
        'Sends an email with a link that is valid for a day. Without a session the response is the same if no account has the address, and in any case if it has had three of these emails within an hour.',
      config: { costly: 'sign-in' },
      security: [{}, ...OWN_SESSION],
      body: VerificationRequest,
      errors: ['identity.email-mismatch', 'identity.email-already-verified'],
      response: Requested,
    },
    {
      method: 'GET',
      path: '/auth/verify-email',
      operationId: 'verifyAddress',
      summary: 'Verify an email address',
      description:
        'Takes the code of an email, once. Needs a session of the account, but for the first step of a change of address: the owner of an address need not be the one who signed up with it. With the last step of a change the address is changed, and both addresses get an email about it. Refuses navigations and pages of other sites.',
      config: { costly: 'sign-in', isResponseSecret: true },
      security: [{}, ...OWN_SESSION],
      querystring: LinkTokenQuery,
      errors: [
        'auth.foreign-origin',
        'identity.invalid-token',
        'identity.invalid-user',
        'identity.no-session',
        'identity.token-expired',
        'identity.user-already-exists-use-another-email',
      ],
      response: Requested,
      handle: async (request, forward) => {
        requireOwnPage(deps, request);
        return forward();
      },
    },
    {
      method: 'POST',
      path: '/auth/reject-account',
      operationId: 'rejectAccount',
      summary: 'Reject an account with your email address',
      description:
        'For the owner of an address who has not created the account that wants to verify it. Takes the code of that email, and ends whatever could act for the account: password, sessions, passkeys, second factor, programs. Its address stays unverified.',
      config: { costly: 'sign-in' },
      body: LinkTokenBody,
      errors: ['identity.invalid-token'],
      response: Requested,
    },
    {
      method: 'POST',
      path: '/auth/change-email',
      operationId: 'changeEmailAddress',
      summary: 'Change your email address',
      description:
        'Sends a link to the current address if it is verified, then one to the new address. The address changes when both were opened. The response is the same if another account has the new address.',
      config: { costly: 'sign-in' },
      security: OWN_SESSION,
      body: AddressChange,
      errors: ['identity.email-is-the-same', 'identity.no-session'],
      response: Requested,
    },
  ]);
}
