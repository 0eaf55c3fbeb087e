import type { Selectable } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { afterCursor, type Position } from '../../platform/db/pagination.ts';
import type { SleepEntry } from '../../platform/db/tables.generated.ts';

/** `hours` is a text with two decimals. */
export type SleepEntryRow = Selectable<SleepEntry>;

export async function listSleepEntriesOf(
  db: Db,
  userId: string,
  after: Position | null,
  limit: number,
): Promise<SleepEntryRow[]> {
  const query = db.selectFrom('sleep_entry').selectAll().where('user_id', '=', userId);
  return query.where(afterCursor(after)).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

export type NewSleepEntryValues = {
  id: string;
  userId: string;
  sleepDate: string;
  hours: number;
  quality: number;
  note: string;
  now: Date;
};

export async function insertSleepEntry(db: Db, entry: NewSleepEntryValues): Promise<SleepEntryRow> {
  const { id, userId, sleepDate, hours, quality, note, now } = entry;
  return db
    .insertInto('sleep_entry')
    .values({
      id,
      user_id: userId,
      sleep_date: sleepDate,
      hours,
      quality,
      note,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** What of an entry a change sets. What is undefined stays as it is. */
export type SleepEntryValues = {
  sleepDate?: string | undefined;
  hours?: number | undefined;
  quality?: number | undefined;
  note?: string | undefined;
};

/** Undefined where the owner has no such entry. */
export async function updateSleepEntry(
  db: Db,
  userId: string,
  id: string,
  values: SleepEntryValues,
  now: Date,
): Promise<SleepEntryRow | undefined> {
  const { sleepDate, hours, quality, note } = values;
  return db
    .updateTable('sleep_entry')
    .set({
      ...(sleepDate !== undefined && { sleep_date: sleepDate }),
      ...(hours !== undefined && { hours }),
      ...(quality !== undefined && { quality }),
      ...(note !== undefined && { note }),
      updated_at: now,
    })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst();
}

/** True where the owner had such an entry. */
export async function deleteSleepEntry(db: Db, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sleep_entry')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
