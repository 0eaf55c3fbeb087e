import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthMiddleware, isAPIError } from 'better-auth/api';
import { deleteSessionCookie } from 'better-auth/cookies';
import type { BuiltInOptions, FactorChange } from './identity.ts';
import { claimTotpCode } from './used-totp-code.store.ts';

/** Routes that replace the session. */
const NEW_SESSIONS: ReadonlySet<string> = new Set([
  '/two-factor/verify-totp',
  '/two-factor/verify-backup-code',
  '/two-factor/disable',
  '/passkey/verify-authentication',
]);

const CHANGES: Readonly<Record<string, FactorChange>> = {
  '/two-factor/disable': 'totp_off',
  '/two-factor/generate-backup-codes': 'recovery_codes_replaced',
  '/two-factor/verify-backup-code': 'recovery_code_used',
  '/passkey/verify-registration': 'passkey_added',
  '/passkey/delete-passkey': 'passkey_removed',
};

type HookContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

/**
 * What Meadow adds to second factors and passkeys: codes of an app are accepted once, each response holds the new session, and
 * `onFactorChange` is called.
 */
export function createSecondFactorHooks(options: BuiltInOptions): BetterAuthPlugin {
  return {
    id: 'second-factor-hooks',
    hooks: {
      after: [
        {
          matcher: ({ path }) => path === '/two-factor/verify-totp',
          handler: createAuthMiddleware((context) => acceptCodeOnce(options, context)),
        },
        {
          matcher: ({ path }) => path !== undefined && NEW_SESSIONS.has(path),
          handler: createAuthMiddleware(addSession),
        },
        {
          matcher: ({ path }) => path === '/two-factor/verify-totp' || (path !== undefined && path in CHANGES),
          handler: createAuthMiddleware((context) => announceChange(options, context)),
        },
      ],
    },
  };
}

/** Ends the sign-in if the code was accepted before: it may have been watched. */
async function acceptCodeOnce({ database, clock }: BuiltInOptions, hook: HookContext) {
  const { context, body } = hook;
  if (isAPIError(context.returned)) return;
  const { user } = context.returned as { user: { id: string } };
  if (await claimTotpCode(database.db, user.id, String(body.code), clock.now())) return;
  if (context.newSession !== null) await context.internalAdapter.deleteSession(context.newSession.session.token);
  deleteSessionCookie(hook);
  context.setNewSession(null);
  throw new APIError('UNAUTHORIZED', { code: 'CODE_USED' });
}

/** Returns the new session to clients without cookies. */
async function addSession(hook: HookContext) {
  const { returned, newSession } = hook.context;
  if (isAPIError(returned) || newSession === null) return undefined;
  const { session: _session, ...body } = returned as Record<string, unknown>;
  return hook.json({ ...body, token: newSession.session.token, user: newSession.user });
}

async function announceChange({ onFactorChange }: BuiltInOptions, { context, path }: HookContext) {
  if (isAPIError(context.returned)) return;
  const userId = (context.newSession ?? context.session)?.user.id;
  // A code that is verified with a session confirms the app, and replaces the session.
  const isConfirmation = context.session !== null && context.newSession !== null;
  const change =
    path === '/two-factor/verify-totp' ? (isConfirmation ? 'totp_on' : null) : (CHANGES[path ?? ''] ?? null);
  if (userId !== undefined && change !== null) await onFactorChange(userId, change);
}
