import type { BetterAuthOptions } from 'better-auth';
import { createAuthMiddleware, isAPIError } from 'better-auth/api';
import { digestOf } from '../../platform/crypto/digest.ts';
import { deviceNameOf } from '../../platform/text/device-name.ts';
import { admitAddressToken, completeAddressChange } from './built-in-address.ts';
import type { AccountMails } from './built-in-mails.ts';
import { passwordChangedMail, refuseGuessablePassword } from './built-in-password.ts';
import { claimFirstAccount, claimNewDevice } from './device.store.ts';
import type { BuiltInOptions, FindSession } from './identity.ts';

/**
 * What Meadow adds to acts of the built-in provider. `before` runs ahead of its routes, `after` when they have succeeded. Hooks of
 * tables run with the writes: `before` in their transaction, `after` when it has committed.
 */
export function createHooks(options: BuiltInOptions, mails: AccountMails, findSession: FindSession) {
  const { database, clock, hasMailServer } = options;

  const before = createAuthMiddleware(async (request) => {
    const { path, body, query, headers } = request;
    const findUser = async () => (headers === undefined ? null : findSession(headers));
    await refuseGuessablePassword({ path, body, findUser, adapter: request.context.internalAdapter });
    if (path === '/verify-email') await admitAddressToken(options, query?.token, findUser);
    // Ends all sessions when the password changes, whatever the client requests. The response has a new session.
    if (path === '/change-password') return { context: { body: { ...body, revokeOtherSessions: true } } };
    return undefined;
  });

  const after = createAuthMiddleware(async ({ path, query, context }) => {
    if (isAPIError(context.returned)) return;
    if (path === '/verify-email') await completeAddressChange(options, mails, query?.token);
    if (path === '/change-password' && context.newSession) mails.add(passwordChangedMail(context.newSession.user));
  });

  return {
    hooks: { before, after },
    databaseHooks: {
      user: {
        create: { after: async ({ id }) => claimFirstAccount(database.db, id, { isTrusted: !hasMailServer }) },
        update: { after: async (user) => options.onAccountChanged(user) },
      },
      session: {
        create: {
          after: async ({ userId, userAgent, ipAddress }) => {
            const device = deviceNameOf(userAgent ?? null) || 'An unknown device';
            const network = ipAddress || 'unknown';
            const deviceDigest = digestOf(`${device} ${network}`);
            const now = clock.now();
            const account = await claimNewDevice(database.db, { userId, deviceDigest, now });
            if (account === undefined) return;
            const { email: to, name } = account;
            const facts = { device, network, at: now.toISOString() };
            mails.add({ kind: 'new-device', accountId: userId, to, name, token: null, lifetimeMs: NOTICE_MS, facts });
          },
        },
      },
    },
  } satisfies Pick<BetterAuthOptions, 'hooks' | 'databaseHooks'>;
}

/** After that time the email says nothing that helps. */
const NOTICE_MS = 24 * 60 * 60 * 1_000;
