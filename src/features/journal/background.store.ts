import { type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { JournalEntry } from '../../platform/db/tables.generated.ts';

/** What of an entry says how its picture should look. */
export type EntryToPaint = Pick<Selectable<JournalEntry>, 'content' | 'mood' | 'emotional_tone'>;

/** The author's own entry. */
export async function findEntryToPaint(db: Db, userId: string, id: string): Promise<EntryToPaint | undefined> {
  return db
    .selectFrom('journal_entry')
    .select(['content', 'mood', 'emotional_tone'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** Gives the author's entry this picture, and tells which one it had before; undefined where the entry is gone. */
export async function updateBackground(
  db: Db,
  userId: string,
  entryId: string,
  key: string,
  now: Date,
): Promise<{ before: string | null } | undefined> {
  // The row is held before it is read, so that of many who come at once each replaces the one before.
  const { rows } = await sql<{ before: string | null }>`
    with locked as (
      select id, background_key from journal_entry where id = ${entryId} and user_id = ${userId} for no key update
    )
    update journal_entry set background_key = ${key}, updated_at = ${now}
    from locked where journal_entry.id = locked.id
    returning locked.background_key as before`.execute(db);
  return rows[0];
}

/** Remembers a picture that no entry leads to. */
export async function insertTemporaryBackground(db: Db, key: string, userId: string, now: Date): Promise<void> {
  await db.insertInto('temporary_background').values({ key, user_id: userId, created_at: now }).execute();
}

/** At most `limit` pictures that no entry leads to, made before this moment: from now on they are nobody else's to delete. */
export async function claimTemporaryBackgrounds(db: Db, madeBefore: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    delete from temporary_background where key in (
      select key from temporary_background where created_at < ${madeBefore}
      order by created_at limit ${limit} for update skip locked
    )
    returning key`.execute(db);
  return rows.map(({ key }) => key);
}
