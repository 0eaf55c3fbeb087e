import { APIError } from 'better-auth/api';
import { decodeJwt } from 'jose';
import { digestOf } from '#platform/crypto/digest.ts';
import { claimAddressToken, findAddressToken } from './account-mail.store.ts';
import {
  claimUnverifiedAccount,
  deletePasskeys,
  deleteSessions,
  deleteSignIns,
  lockUnverifiedAccount,
} from './built-in-account.store.ts';
import type { BuiltInOptions, EndedAccess, OwnAccount } from './identity.ts';

/** The digest under which the provider stores the token of a sign-in link. */
export const digestLinkToken = async (token: string) => digestOf(token).toString('base64url');

type Verification = { id: string; value: string; expiresAt: Date };
export type AccountAdapter = {
  findVerificationValue: (identifier: string) => Promise<Verification | null>;
  findUserById: (id: string) => Promise<OwnAccount | null>;
  findUserByEmail: (email: string) => Promise<{ user: OwnAccount } | null>;
};

/** What an email proves: its link was opened by the owner of the address. */
export type Proof = { user: OwnAccount; verificationId: string };

/** Finds the account of an unused sign-in link. */
export async function findProofOfLink(adapter: AccountAdapter, token: unknown): Promise<Proof | null> {
  const found = await findUnexpired(adapter, `magic-link:${await digestLinkToken(String(token))}`);
  if (found === null) return null;
  const { email } = JSON.parse(found.value) as { email: string };
  const account = await adapter.findUserByEmail(email);
  return account && { user: account.user, verificationId: found.id };
}

/** Finds the account of an unused link to reset a password. */
export async function findProofOfReset(adapter: AccountAdapter, token: unknown): Promise<Proof | null> {
  const found = await findUnexpired(adapter, `reset-password:${token}`);
  const user = found && (await adapter.findUserById(found.value));
  return found && user && { user, verificationId: found.id };
}

async function findUnexpired(adapter: AccountAdapter, identifier: string): Promise<Verification | null> {
  const found = await adapter.findVerificationValue(identifier);
  return found !== null && found.expiresAt > new Date() ? found : null;
}

/**
 * Gives an account whose address was never verified to the owner of the address, who has just proved it: in one transaction the address
 * is verified and all other ways into the account end, because another person may have made them. Does nothing if the address is verified.
 */
export async function takeOverUnverified(options: BuiltInOptions, { user, verificationId }: Proof): Promise<void> {
  if (user.emailVerified) return;
  await options.database.db.transaction().execute(async (tx) => {
    if (!(await claimUnverifiedAccount(tx, user.id, options.clock.now()))) return;
    await deleteSignIns(tx, user.id, verificationId);
    await options.onTakenOver(tx, user.id);
  });
}

/** Ends what a reset ends on request, and returns it: sessions, passkeys, and what programs have. A second factor stays. */
export async function endAccess({ database, onAccessEnded }: BuiltInOptions, userId: string): Promise<EndedAccess> {
  return database.db.transaction().execute(async (tx) => {
    const ended = await onAccessEnded(tx, userId);
    await deleteSessions(tx, userId);
    return { ...ended, passkeys: await deletePasskeys(tx, userId) };
  });
}

/**
 * Ends all access to an account for the owner of its address, who has not created it. Takes the link that was to verify the address. The
 * address stays unverified, so the next sign-in link or reset gives them the account.
 */
export async function rejectAccount(options: BuiltInOptions, token: string): Promise<void> {
  const { db } = options.database;
  const found = await findAddressToken(db, token);
  if (found === undefined || found.expiresAt <= options.clock.now()) throw invalidToken();
  const { email, requestType } = decodeJwt(token);
  if (email !== found.email || requestType !== undefined) throw invalidToken();
  await db.transaction().execute(async (tx) => {
    const isUnverified = await lockUnverifiedAccount(tx, found.userId);
    if (!isUnverified || !(await claimAddressToken(tx, token))) throw invalidToken();
    await deleteSignIns(tx, found.userId, null);
    await options.onTakenOver(tx, found.userId);
  });
}

export const invalidToken = () => new APIError('BAD_REQUEST', { code: 'INVALID_TOKEN' });
