import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';

export async function upsertErasedIdentities(tx: Tx, digests: readonly string[], erasedAt: Date): Promise<void> {
  await sql`
    insert into erased_identity (digest, erased_at)
    select distinct unnest(${[...digests]}::text[]), ${erasedAt}::timestamptz
    on conflict (digest) do update set erased_at = excluded.erased_at`.execute(tx);
}

export async function findErasedIdentity(db: Db, digest: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('erased_identity')
    .select('erased_at')
    .where('digest', '=', digest)
    .executeTakeFirst();
  return row?.erased_at;
}

/** Lists those of the digests that are known. */
export async function listErasedIdentities(tx: Tx, digests: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ digest: string }>`
    select digest from erased_identity where digest = any (${[...digests]}::text[])`.execute(tx);
  return rows.map(({ digest }) => digest);
}

/** The email address of each user, with each subject that is bound to their profile. */
export type IdentityRow = { id: string; email: string | null; issuer: string | null; subject: string | null };

export async function listIdentities(tx: Tx, userIds: readonly string[]): Promise<IdentityRow[]> {
  const { rows } = await sql<IdentityRow>`
    select id, email, issuer, subject from profile left join profile_subject on profile_id = id
    where id = any (${[...userIds]}::uuid[])`.execute(tx);
  return rows;
}

export async function deleteErasedIdentitiesBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('erased_identity').where('erased_at', '<', before).execute();
}
