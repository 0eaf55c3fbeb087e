import { forwardRoutes } from '#platform/http/forwarded-routes.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import type { AccountDeps } from '../deps.ts';
import { PasswordChange, PasswordReset, PasswordResetRequest } from './password.schema.ts';
import { providerOf } from './provider.actions.ts';
import { OWN_SESSION, Requested, Session } from './sign-in.schema.ts';

export function passwordRoutes(deps: AccountDeps): Routes {
  return forwardRoutes(providerOf(deps), [
    {
      method: 'POST',
      path: '/auth/change-password',
      operationId: 'changePassword',
      summary: 'Change your password',
      description: 'Ends all your sessions, and starts a new one. You get an email about it.',
      config: { costly: 'sign-in', isResponseSecret: true },
      security: OWN_SESSION,
      body: PasswordChange,
      errors: ['identity.invalid-password', 'identity.no-session', 'identity.password-too-common'],
      response: Session,
    },
    {
      method: 'POST',
      path: '/auth/request-password-reset',
      operationId: 'requestPasswordReset',
      summary: 'Send a link to reset a password',
      description:
        'Sends an email with a link that is valid for an hour. The response is the same if no account has the address, or if it has had three of these emails within an hour.',
      config: { costly: 'sign-in' },
      body: PasswordResetRequest,
      response: Requested,
    },
    {
      method: 'POST',
      path: '/auth/reset-password',
      operationId: 'resetPassword',
      summary: 'Set a new password',
      description:
        'Sets a new password with the code of an email, once, and ends all sessions and, unless `endPrograms` is false, all passkeys and programs. You get an email about it. A second factor stays. If the address was not verified, it is from now on, and everything else that was set up before ends as well.',
      config: { costly: 'sign-in' },
      body: PasswordReset,
      errors: ['identity.invalid-token', 'identity.password-too-common'],
      response: Requested,
    },
  ]);
}
