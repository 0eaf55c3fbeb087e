import { type Selectable, sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { JournalEntry } from '#platform/db/tables.generated.ts';

/** The fields of an entry that determine its image. */
export type ImageSource = Pick<Selectable<JournalEntry>, 'content' | 'mood' | 'emotional_tone'>;

export async function findImageSource(db: Db, userId: string, id: string): Promise<ImageSource | undefined> {
  return db
    .selectFrom('journal_entry')
    .select(['content', 'mood', 'emotional_tone'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** Sets the background of the author's entry and returns the previous one; undefined if there is no such entry. */
export async function updateBackground(
  db: Db,
  userId: string,
  entryId: string,
  key: string,
  now: Date,
): Promise<{ before: string | null } | undefined> {
  // The row is locked before it is read, so that concurrent requests each replace the background of the one before.
  const { rows } = await sql<{ before: string | null }>`
    with locked as (
      select id, background_key from journal_entry where id = ${entryId} and user_id = ${userId} for no key update
    )
    update journal_entry set background_key = ${key}, updated_at = ${now}
    from locked where user_id = ${userId} and journal_entry.id = locked.id
    returning locked.background_key as before`.execute(db);
  return rows[0];
}

export async function insertTemporaryBackground(db: Db, key: string, userId: string, now: Date): Promise<void> {
  await db.insertInto('temporary_background').values({ key, user_id: userId, created_at: now }).execute();
}

/** Claims up to `limit` expired temporary backgrounds. The caller deletes their files. */
export async function claimTemporaryBackgrounds(db: Db, createdBefore: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    delete from temporary_background where key in (
      select key from temporary_background where created_at < ${createdBefore}
      order by created_at limit ${limit} for update skip locked
    )
    returning key`.execute(db);
  return rows.map(({ key }) => key);
}
