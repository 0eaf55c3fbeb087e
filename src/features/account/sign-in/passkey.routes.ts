import { forwardRoutes } from '#platform/http/forwarded-routes.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import type { AccountDeps } from '../deps.ts';
import { continueFrom, withContinuation } from './continuation.actions.ts';
import {
  NewPasskey,
  Passkey,
  PasskeyBody,
  PasskeyId,
  PasskeyList,
  PasskeyOptions,
  PasskeyRemoved,
  PasskeyRename,
  PasskeySignIn,
} from './passkey.schema.ts';
import { providerOf } from './provider.actions.ts';
import { OWN_SESSION, Session } from './sign-in.schema.ts';

const config = { costly: 'sign-in', isResponseSecret: true } as const;
const OWNED = ['identity.no-session', 'identity.passkey-not-found'];

/** Passkeys: keys of a device, a browser or a password manager that sign in without a password. */
export function passkeyRoutes(deps: AccountDeps): Routes {
  return forwardRoutes(providerOf(deps), [
    {
      method: 'GET',
      path: '/auth/passkey/generate-register-options',
      operationId: 'createPasskeyOptions',
      summary: 'Get the options to create a passkey',
      description: 'For `navigator.credentials.create()`. Needs a sign-in within the last 10 minutes.',
      config: { isResponseSecret: true },
      security: OWN_SESSION,
      errors: ['account.address-not-verified', 'identity.no-session', 'identity.session-not-fresh'],
      response: PasskeyOptions,
      handle: async (_request, forward) => withContinuation(await forward()),
    },
    {
      method: 'POST',
      path: '/auth/passkey/verify-registration',
      operationId: 'addPasskey',
      summary: 'Add a passkey',
      description:
        'Stores the public key that the browser has created. The user is notified. Needs a sign-in within the last 10 minutes.',
      config,
      security: OWN_SESSION,
      body: NewPasskey,
      errors: [
        'account.address-not-verified',
        'identity.challenge-not-found',
        'identity.failed-to-verify-registration',
        'identity.no-session',
        'identity.passkey-without-user-verification',
        'identity.previously-registered',
        'identity.session-not-fresh',
      ],
      response: Passkey,
      handle: (request, forward) => continueFrom(deps, request, forward),
    },
    {
      method: 'GET',
      path: '/auth/passkey/generate-authenticate-options',
      operationId: 'createPasskeySignInOptions',
      summary: 'Get the options to sign in with a passkey',
      description: 'For `navigator.credentials.get()`.',
      config: { isResponseSecret: true },
      security: [{}],
      response: PasskeyOptions,
      // The provider requires it of the authenticator, but its options do not say so.
      handle: async (_request, forward) => withContinuation(await forward(), { userVerification: 'required' }),
    },
    {
      method: 'POST',
      path: '/auth/passkey/verify-authentication',
      operationId: 'signInWithPasskey',
      summary: 'Sign in with a passkey',
      description: 'Starts a session. A passkey needs no second factor: its authenticator verifies its user.',
      config,
      security: [{}],
      body: PasskeySignIn,
      errors: [
        'identity.authentication-failed',
        'identity.challenge-not-found',
        'identity.passkey-not-found',
        'identity.passkey-without-user-verification',
      ],
      response: Session,
      handle: (request, forward) => continueFrom(deps, request, forward),
    },
    {
      method: 'GET',
      path: '/auth/passkey/list-user-passkeys',
      operationId: 'listPasskeys',
      summary: 'List your passkeys',
      description: 'With their public keys. The private keys never leave their authenticators.',
      config: { isResponseSecret: true },
      security: OWN_SESSION,
      errors: ['identity.no-session'],
      response: PasskeyList,
    },
    {
      method: 'POST',
      path: '/auth/passkey/update-passkey',
      operationId: 'renamePasskey',
      summary: 'Update the name of a passkey',
      description: 'Only you see the name.',
      config: { isResponseSecret: true },
      security: OWN_SESSION,
      body: PasskeyRename,
      errors: OWNED,
      response: PasskeyBody,
    },
    {
      method: 'POST',
      path: '/auth/passkey/delete-passkey',
      operationId: 'removePasskey',
      summary: 'Remove a passkey',
      description: 'It no longer signs in. The user is notified. Needs a sign-in within the last 10 minutes.',
      config,
      security: OWN_SESSION,
      body: PasskeyId,
      errors: [...OWNED, 'identity.session-not-fresh'],
      response: PasskeyRemoved,
    },
  ]);
}
