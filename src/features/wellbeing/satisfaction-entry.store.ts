import { type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { afterCursor, type Position } from '../../platform/db/pagination.ts';
import type { SatisfactionEntry } from '../../platform/db/tables.generated.ts';

export type SatisfactionEntryRow = Selectable<SatisfactionEntry>;

export async function listSatisfactionEntriesOf(
  db: Db,
  userId: string,
  after: Position | null,
  limit: number,
): Promise<SatisfactionEntryRow[]> {
  const query = db.selectFrom('satisfaction_entry').selectAll().where('user_id', '=', userId);
  return query.where(afterCursor(after)).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

export type NewSatisfactionEntryValues = {
  id: string;
  userId: string;
  score: number;
  note: string;
  /** Null is the day that it is where the person lives. */
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
      entry_date: entryDate ?? dayOf(userId, now),
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

const dayOf = (userId: string, now: Date) => sql<string>`(
  select (${now}::timestamptz at time zone coalesce(preferences ->> 'timezone', 'UTC'))::date
  from profile where id = ${userId})`;

/** What of an entry a change sets. What is undefined stays as it is. */
export type SatisfactionEntryValues = {
  score?: number | undefined;
  note?: string | undefined;
  entryDate?: string | undefined;
};

/** Undefined where the owner has no such entry. */
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
    .set({
      ...(score !== undefined && { score }),
      ...(note !== undefined && { note }),
      ...(entryDate !== undefined && { entry_date: entryDate }),
      updated_at: now,
    })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst();
}

/** True where the owner had such an entry. */
export async function deleteSatisfactionEntry(db: Db, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('satisfaction_entry')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
