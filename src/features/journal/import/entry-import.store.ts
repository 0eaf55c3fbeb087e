import { type Insertable, type InsertObject, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { DB, Notebook } from '#platform/db/tables.generated.ts';

/** Keeps the form of tags that the user has not written before, until entries with them follow in this transaction. */
export async function claimTags(tx: Tx, userId: string, tags: readonly string[]): Promise<void> {
  if (tags.length > 0) await sql`select claim_tags(${userId}, null, ${[...tags]})`.execute(tx);
}

/** Inserts entries with new ids. */
export async function insertImportedEntries(
  tx: Tx,
  entries: readonly InsertObject<DB, 'journal_entry'>[],
): Promise<void> {
  await tx
    .insertInto('journal_entry')
    .values([...entries])
    .execute();
}

/** Inserts notebooks with new ids. */
export async function insertImportedNotebooks(tx: Tx, notebooks: readonly Insertable<Notebook>[]): Promise<void> {
  await tx
    .insertInto('notebook')
    .values([...notebooks])
    .execute();
}

/** Locks the user's notebooks with these ids against deletion. Returns the ids of those that exist. */
export async function lockNotebooksWithIds(
  tx: Tx,
  userId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from notebook where id = any (${[...ids]}::uuid[]) and user_id = ${userId} order by id for key share`.execute(
    tx,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Gives entries photos that no entry contains. Returns the number of attached photos. */
export async function attachImportedPhotos(
  tx: Tx,
  userId: string,
  photos: readonly { id: string; entry_id: string; position: number }[],
): Promise<number> {
  const { rows } = await sql`
    update photo set entry_id = given.entry_id, position = given.position, expires_at = null
    from jsonb_to_recordset(${JSON.stringify(photos)}::jsonb) as given (id uuid, entry_id uuid, position smallint)
    where photo.id = given.id and user_id = ${userId} and photo.entry_id is null
    returning photo.id`.execute(tx);
  return rows.length;
}
