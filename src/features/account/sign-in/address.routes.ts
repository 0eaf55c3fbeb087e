import { forwardRoutes } from '../../../platform/http/forwarded-routes.ts';
import type { Routes } from '../../../platform/http/guarded-routes.ts';
import type { AccountDeps } from '../deps.ts';
import { AddressChange, VerificationRequest } from './address.schema.ts';
import { providerOf } from './provider.actions.ts';
import { LinkTokenQuery, OWN_SESSION, Requested } from './sign-in.schema.ts';

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
        'Takes the code of an email, once. The last step of a change of address needs a session of the account: then the address is changed, and both addresses get an email about it.',
      config: { costly: 'sign-in', isAnswerSecret: true },
      security: [{}, ...OWN_SESSION],
      querystring: LinkTokenQuery,
      errors: [
        'identity.invalid-token',
        'identity.invalid-user',
        'identity.no-session',
        'identity.token-expired',
        'identity.user-already-exists-use-another-email',
      ],
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
