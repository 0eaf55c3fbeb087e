import { symmetricDecrypt } from 'better-auth/crypto';
import type { Jwk } from 'better-auth/plugins';
import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import { lockNamed } from '#platform/db/named-lock.ts';
import { versionOf } from './built-in-secrets.ts';

/**
 * Stores the signing key if the instance has none. Returns the key of the instance. All nodes thus sign with one key: a node that
 * has just fetched the key set rejects tokens of a newer key.
 */
export async function claimSigningKey(
  db: Db,
  { publicKey, privateKey, alg, crv, createdAt }: Omit<Jwk, 'id'>,
): Promise<Jwk> {
  return db.transaction().execute(async (tx) => {
    await lockNamed(tx, 'signing-key');
    const { rows } = await sql<Jwk>`
      with known as (
        select * from identity_key order by "createdAt" limit 1
      ), created as (
        insert into identity_key ("publicKey", "privateKey", alg, crv, "createdAt")
        select ${publicKey}, ${privateKey}, ${alg}, ${crv}, ${createdAt}::timestamptz where not exists (select from known)
        returning *
      )
      select * from known union all select * from created`.execute(tx);
    const [key] = rows;
    if (key === undefined) throw new Error('The signing key was neither found nor stored.');
    return key;
  });
}

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
