import { sql } from 'kysely';
import type { Mention } from '#features/account';
import type { Db, Tx } from '#platform/db/database.ts';

/** Locks up to `limit` of the author's entries whose mentions were never extracted. Skips entries that are already locked. */
export async function lockEntriesWithoutMentions(
  tx: Tx,
  userId: string,
  limit: number,
): Promise<{ id: string; content: string }[]> {
  return tx
    .selectFrom('journal_entry')
    .select(['id', 'content'])
    .where('user_id', '=', userId)
    .where('mentions', 'is', null)
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
}

export async function updateMentions(
  tx: Tx,
  authorId: string,
  mentions: readonly { id: string; mentions: Mention[] }[],
): Promise<void> {
  await sql`
    update journal_entry set mentions = found.mentions
    from jsonb_to_recordset(${JSON.stringify(mentions)}::jsonb) as found (id uuid, mentions jsonb)
    where user_id = ${authorId} and journal_entry.id = found.id`.execute(tx);
}

export async function countEntriesWithoutMentions(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('journal_entry')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('mentions', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}
