import type { Selectable } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { SleepEntry } from '#platform/db/tables.generated.ts';

/** `hours` is a string with two decimals. */
export type SleepEntryRow = Selectable<SleepEntry>;

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

/** Undefined keeps the value. */
export type SleepEntryValues = {
  sleepDate?: string | undefined;
  hours?: number | undefined;
  quality?: number | undefined;
  note?: string | undefined;
};

/** Returns undefined if the owner has no such entry. */
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
    .set({ sleep_date: sleepDate, hours, quality, note, updated_at: now })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst();
}
