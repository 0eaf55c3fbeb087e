import type { BetterAuthOptions } from 'better-auth';
import { APIError, createAuthMiddleware, isAPIError } from 'better-auth/api';
import { digestOf } from '#platform/crypto/digest.ts';
import { deviceNameOf } from '#platform/text/device-name.ts';
import { admitAddressToken, completeAddressChange } from './built-in-address.ts';
import type { AccountMails } from './built-in-mails.ts';
import { passwordChangedMail, refuseGuessablePassword } from './built-in-password.ts';
import {
  type AccountAdapter,
  endAccess,
  findProofOfLink,
  findProofOfReset,
  takeOverUnverified,
} from './built-in-take-over.ts';
import { claimFirstAccount, claimNewDevice } from './device.store.ts';
import type { BuiltInOptions, FindSession, OwnAccount } from './identity.ts';

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
    if (hasMailServer) await requireVerifiedAddress(path, findUser);
    if (path === '/verify-email') await admitAddressToken(options, query?.token, findUser);
    await completeProof(options, mails, { path, body, query, adapter: request.context.internalAdapter });
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

/** Routes of credentials that outlive a session. The user who signed up with an address need not be its owner. */
const NEEDS_VERIFIED_ADDRESS: ReadonlySet<string> = new Set([
  '/passkey/generate-register-options',
  '/passkey/verify-registration',
  '/two-factor/enable',
]);

async function requireVerifiedAddress(path: string, findUser: () => Promise<OwnAccount | null>): Promise<void> {
  // With a session, a code completes the set-up of an app.
  const mayEnable = path === '/two-factor/verify-totp';
  if (!mayEnable && !NEEDS_VERIFIED_ADDRESS.has(path)) return;
  const user = await findUser();
  if (user === null || user.emailVerified || (mayEnable && user.twoFactorEnabled)) return;
  throw new APIError('FORBIDDEN', { code: 'ADDRESS_NOT_VERIFIED' });
}

type ProofRequest = {
  path: string;
  body: Record<string, unknown> | undefined;
  query: Record<string, unknown> | undefined;
  adapter: AccountAdapter;
};

/** Ends what a proof of the address ends, before the provider reads the token: afterwards it would count with what it has read. */
async function completeProof(
  options: BuiltInOptions,
  mails: AccountMails,
  { path, body = {}, query, adapter }: ProofRequest,
): Promise<void> {
  if (path === '/magic-link/verify') {
    const proof = await findProofOfLink(adapter, query?.token);
    if (proof !== null) await takeOverUnverified(options, proof);
  }
  if (path !== '/reset-password') return;
  const proof = await findProofOfReset(adapter, body.token);
  if (proof === null) return;
  // Without a mail server, the operator passes the link on, which proves no address.
  const isTakeOver = options.hasMailServer && !proof.user.emailVerified;
  if (isTakeOver) await takeOverUnverified(options, proof);
  const ended = isTakeOver || body.endPrograms === false ? null : await endAccess(options, proof.user.id);
  mails.add(passwordChangedMail(proof.user, ended));
}

/** After that time the email says nothing that helps. */
const NOTICE_MS = 24 * 60 * 60 * 1_000;
