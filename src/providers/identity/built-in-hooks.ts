import type { BetterAuthOptions } from 'better-auth';
import { createAuthMiddleware } from 'better-auth/api';
import type { BuiltInOptions } from './identity.ts';

/**
 * What Meadow adds to acts of the built-in provider. `before` runs ahead of its routes; hooks of tables run with its writes:
 * `before` in their transaction, `after` when it has committed.
 */
export function createHooks(_options: BuiltInOptions) {
  return {
    hooks: { before: changeRequest },
    databaseHooks: {},
  } satisfies Pick<BetterAuthOptions, 'hooks' | 'databaseHooks'>;
}

const changeRequest = createAuthMiddleware(async ({ path, body }) => {
  // Ends all sessions when the password changes, whatever the client requests. The response has a new session.
  if (path === '/change-password') return { context: { body: { ...body, revokeOtherSessions: true } } };
  return undefined;
});
