import { symmetricDecrypt } from 'better-auth/crypto';
import type { Db, Tx } from '../../platform/db/database.ts';
import { versionOf } from './built-in-secrets.ts';

/** Whether one of the secrets decrypts the signing key of the built-in provider. True if there is no key yet. */
export async function canDecryptSigningKey(db: Db, secrets: readonly [string, ...string[]]): Promise<boolean> {
  const newest = await db
    .selectFrom('identity_key')
    .select('privateKey')
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (newest === undefined) return true;
  const [current] = secrets;
  const key = {
    keys: new Map(secrets.map((secret) => [versionOf(secret), secret])),
    currentVersion: versionOf(current),
    // Values without a version were encrypted with the oldest secret.
    legacySecret: secrets.at(-1) ?? current,
  };
  try {
    await symmetricDecrypt({ key, data: JSON.parse(newest.privateKey) as string });
    return true;
  } catch {
    return false;
  }
}

/** Deletes the signing keys of the built-in provider, which creates a new one when needed. */
export async function deleteSigningKeys(tx: Tx): Promise<void> {
  await tx.deleteFrom('identity_key').execute();
}
