import { symmetricDecrypt } from 'better-auth/crypto';
import type { Db, Tx } from '../../platform/db/database.ts';
import { versionOf } from './identity.built-in.ts';

/** Whether one of the secrets opens the key that the built-in provider signs with. True where there is none yet. */
export async function opensSigningKey(db: Db, secrets: readonly [string, ...string[]]): Promise<boolean> {
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
    // What has no version was sealed by the oldest.
    legacySecret: secrets.at(-1) ?? current,
  };
  try {
    await symmetricDecrypt({ key, data: JSON.parse(newest.privateKey) as string });
    return true;
  } catch {
    return false;
  }
}

/** Removes the keys that the built-in provider signs with. It makes another one when it needs one. */
export async function deleteSigningKeys(tx: Tx): Promise<void> {
  await tx.deleteFrom('identity_key').execute();
}
