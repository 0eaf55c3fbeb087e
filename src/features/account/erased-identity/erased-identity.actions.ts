import type { Tx } from '#platform/db/database.ts';
import type { AccountDeps } from '../deps.ts';
import {
  findErasedIdentity,
  listErasedIdentities,
  listIdentities,
  upsertErasedIdentities,
} from './erased-identity.store.ts';

type ErasedIdentityDeps = Pick<AccountDeps, 'erasedIdentities'>;

/** What identifies an account at its email provider. Upper and lower case lead to the same mailbox. */
export const emailKey = (email: string) => `email ${email.toLowerCase()}`;

/** What identifies an account at its identity provider. */
export const subjectKey = (issuer: string, subject: string) => `subject ${issuer} ${subject.toLowerCase()}`;

/** Remembers keys of an erased account by their digests. */
export async function rememberErasure(
  { erasedIdentities }: ErasedIdentityDeps,
  tx: Tx,
  keys: readonly string[],
  erasedAt: Date,
): Promise<void> {
  await upsertErasedIdentities(tx, keys.map(erasedIdentities.sign), erasedAt);
}

/** The last time that an account with this key was erased, within the last year; undefined for none. */
export async function findErasure(
  { db, erasedIdentities }: ErasedIdentityDeps & Pick<AccountDeps, 'db'>,
  key: string,
): Promise<Date | undefined> {
  return findErasedIdentity(db, erasedIdentities.sign(key));
}

/** Those of the new users who had no account that was erased within the last year. */
export async function listNewcomers(
  { erasedIdentities }: ErasedIdentityDeps,
  tx: Tx,
  userIds: readonly string[],
): Promise<string[]> {
  const digests = new Map<string, string[]>(userIds.map((id) => [id, []]));
  for (const { id, email, issuer, subject } of await listIdentities(tx, userIds)) {
    if (email !== null) digests.get(id)?.push(erasedIdentities.sign(emailKey(email)));
    if (issuer !== null && subject !== null) digests.get(id)?.push(erasedIdentities.sign(subjectKey(issuer, subject)));
  }
  const erased = new Set(await listErasedIdentities(tx, [...digests.values()].flat()));
  return userIds.filter((id) => !digests.get(id)?.some((digest) => erased.has(digest)));
}
