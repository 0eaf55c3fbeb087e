import { forwardRoutes } from '../../../platform/http/forwarded-routes.ts';
import type { Routes } from '../../../platform/http/guarded-routes.ts';
import type { AccountDeps } from '../deps.ts';
import { PasswordChange } from './password.schema.ts';
import { providerOf } from './provider.actions.ts';
import { OWN_SESSION, Session } from './sign-in.schema.ts';

export function passwordRoutes(deps: AccountDeps): Routes {
  return forwardRoutes(providerOf(deps), [
    {
      method: 'POST',
      path: '/auth/change-password',
      operationId: 'changePassword',
      summary: 'Change your password',
      description: 'Ends all your sessions, and starts a new one.',
      config: { costly: 'sign-in', isAnswerSecret: true },
      security: OWN_SESSION,
      body: PasswordChange,
      errors: ['identity.invalid-password', 'identity.no-session'],
      response: Session,
    },
  ]);
}
