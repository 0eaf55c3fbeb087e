import type { Routes } from '#platform/http/guarded-routes.ts';
import type { AccountDeps } from '../deps.ts';
import { verifyToken } from './authentication.actions.ts';
import { TokenToVerify, VerifiedUserBody } from './authentication.schema.ts';

export function authenticationRoutes(deps: AccountDeps): Routes {
  return (scope) => {
    scope.post(
      '/api/auth/verify',
      {
        schema: {
          tags: ['Account'],
          operationId: 'verifyAccessToken',
          summary: 'Verify an access token',
          description:
            'Returns the user of the token. Returns 401 if the token is invalid or expired, and 403 if the user is blocked.',
          body: TokenToVerify,
          errors: [
            'account.blocked',
            'account.deleted',
            'account.deletion-pending',
            'account.other-issuer',
            'auth.token-invalid',
          ],
          response: { 200: VerifiedUserBody },
        },
      },
      async (request) => ({ user: await verifyToken(deps, request.body.token) }),
    );
  };
}
