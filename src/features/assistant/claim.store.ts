import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';

/** `id` is new for each time that somebody is claimed; `holder` is the job that works. */
export type Claim = { id: string; holder: string; now: Date; expiresAt: Date };

/** Whom of these nobody else is at work on: from now on, the holder is. */
export async function claimPeople(db: Db, userIds: readonly string[], claim: Claim): Promise<string[]> {
  const { id, holder, now, expiresAt } = claim;
  // In the order of their ids, so that none of two who claim many waits for the other.
  const { rows } = await sql<{ user_id: string }>`
    insert into note_analysis_lease as claim (user_id, id, holder, expires_at)
    select person.id, ${id}::uuid, ${holder}::text, ${expiresAt}::timestamptz
    from profile person where person.id = any (${[...userIds]}::uuid[])
    order by person.id
    on conflict (user_id) do update set id = excluded.id, holder = excluded.holder, expires_at = excluded.expires_at
      where claim.holder = excluded.holder or claim.expires_at <= ${now}
    returning user_id`.execute(db);
  return rows.map(({ user_id }) => user_id);
}

/** Ends the claim of one person; false where it has been taken away. */
export async function deleteClaim(tx: Tx, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('note_analysis_lease')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Ends what is left of a claim of these people. */
export async function deleteClaims(db: Db, userIds: readonly string[], id: string): Promise<void> {
  await db
    .deleteFrom('note_analysis_lease')
    .where('id', '=', id)
    .where(sql<boolean>`user_id = any (${[...userIds]}::uuid[])`)
    .execute();
}

/** Takes away whatever claim there is of the person. */
export async function deleteClaimOf(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('note_analysis_lease').where('user_id', '=', userId).execute();
}
