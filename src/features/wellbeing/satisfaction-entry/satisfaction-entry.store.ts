import type { Selectable } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { userDateAt } from '#platform/db/local-time.ts';
import type { SatisfactionEntry } from '#platform/db/tables.generated.ts';

export type SatisfactionEntryRow = Selectable<SatisfactionEntry>;

export type NewSatisfactionEntryValues = {
  id: string;
  userId: string;
  score: number;
  note: string;
  /** Null is today in the user's time zone. */
  entryDate: string | null;
  now: Date;
};

export async function insertSatisfactionEntry(
  db: Db,
  entry: NewSatisfactionEntryValues,
): Promise<SatisfactionEntryRow> {
  const { id, userId, score, note, entryDate, now } = entry;
  return db
    .insertInto('satisfaction_entry')
    .values({
      id,
      user_id: userId,
      score,
      note,
      entry_date: entryDate ?? userDateAt(userId, now),
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Undefined keeps the value. */
export type SatisfactionEntryValues = {
  score?: number | undefined;
  note?: string | undefined;
  entryDate?: string | undefined;
};

/** Returns undefined if the owner has no such entry. */
export async function updateSatisfactionEntry(
  db: Db,
  userId: string,
  id: string,
  values: SatisfactionEntryValues,
  now: Date,
): Promise<SatisfactionEntryRow | undefined> {
  const { score, note, entryDate } = values;
  return db
    .updateTable('satisfaction_entry')
    .set({ score, note, entry_date: entryDate, updated_at: now })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst();
}
