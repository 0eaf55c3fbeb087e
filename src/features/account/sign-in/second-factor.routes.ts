import { type ForwardedRoute, forwardRoutes } from '#platform/http/forwarded-routes.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { networkOf } from '#platform/http/limits/rate-limit.ts';
import type { AccountDeps } from '../deps.ts';
import { continueFrom } from './continuation.actions.ts';
import { providerOf } from './provider.actions.ts';
import { OwnPassword, RecoveryCode, RecoveryCodes, TotpCode, TotpSetup } from './second-factor.schema.ts';
import { OWN_SESSION, Session } from './sign-in.schema.ts';
import { completeSignIn } from './sign-in-attempt.actions.ts';

const config = { costly: 'sign-in', isResponseSecret: true } as const;
const NEEDS_PASSWORD = ['identity.invalid-password', 'identity.no-session', 'identity.session-not-fresh'];
const NEEDS_CHALLENGE = [
  'identity.invalid-two-factor-cookie',
  'identity.too-many-attempts-request-new-code',
  'identity.totp-not-enabled',
];

/** Codes of an authenticator app, and recovery codes. */
export function secondFactorRoutes(deps: AccountDeps): Routes {
  const handle: ForwardedRoute['handle'] = (request, forward) =>
    completeSignIn(deps, networkOf(request.ip), () => continueFrom(deps, request, forward));

  return forwardRoutes(providerOf(deps), [
    {
      method: 'POST',
      path: '/auth/two-factor/enable',
      operationId: 'setUpTotp',
      summary: 'Create the secret of an authenticator app',
      description:
        'Returns the secret as URI, and recovery codes. Sign-in needs a second factor once a code of the app is verified with this session. Needs a sign-in within the last 10 minutes.',
      config,
      security: OWN_SESSION,
      body: OwnPassword,
      errors: ['account.address-not-verified', ...NEEDS_PASSWORD, 'identity.totp-already-enabled'],
      response: TotpSetup,
    },
    {
      method: 'POST',
      path: '/auth/two-factor/verify-totp',
      operationId: 'verifyTotp',
      summary: 'Verify a code of an authenticator app',
      description:
        'Completes a sign-in, which takes five codes. With a session it switches the second factor on, and starts a new session in place of this one.',
      config,
      security: [...OWN_SESSION, {}],
      body: TotpCode,
      errors: ['account.address-not-verified', ...NEEDS_CHALLENGE, 'identity.code-used', 'identity.invalid-code'],
      response: Session,
      handle,
    },
    {
      method: 'POST',
      path: '/auth/two-factor/verify-backup-code',
      operationId: 'verifyRecoveryCode',
      summary: 'Verify a recovery code',
      description: 'Completes a sign-in without the authenticator app. The user is notified.',
      config,
      security: [...OWN_SESSION, {}],
      body: RecoveryCode,
      errors: [
        ...NEEDS_CHALLENGE,
        'identity.backup-codes-not-enabled',
        'identity.conflict',
        'identity.invalid-backup-code',
      ],
      response: Session,
      handle,
    },
    {
      method: 'POST',
      path: '/auth/two-factor/disable',
      operationId: 'disableTotp',
      summary: 'Remove the second factor',
      description:
        'Deletes the secret and the recovery codes, and starts a new session in place of this one. The user is notified. Needs a sign-in within the last 10 minutes.',
      config,
      security: OWN_SESSION,
      body: OwnPassword,
      errors: NEEDS_PASSWORD,
      response: Session,
    },
    {
      method: 'POST',
      path: '/auth/two-factor/generate-backup-codes',
      operationId: 'replaceRecoveryCodes',
      summary: 'Replace the recovery codes',
      description: 'The old ones are invalid from then on. Needs a sign-in within the last 10 minutes.',
      config,
      security: OWN_SESSION,
      body: OwnPassword,
      errors: [...NEEDS_PASSWORD, 'identity.two-factor-not-enabled'],
      response: RecoveryCodes,
    },
  ]);
}
