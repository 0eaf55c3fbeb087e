import { sql } from 'kysely';
import type { Deps } from '#app/deps.ts';

/** The columns of an entry that was created at an instant by an author in UTC. */
export function entryCreatedAt(at: Date) {
  const date = at.toISOString().slice(0, 10);
  return { entry_date: date, created_date: date, created_at: at, updated_at: at };
}

/** Dates an entry as if its author had created it at an instant, in the time zone of the author. */
export async function moveEntryTo({ db }: Pick<Deps, 'db'>, id: string, at: Date): Promise<void> {
  const date = sql<string>`(${at}::timestamptz at time zone
    (select coalesce(preferences ->> 'timezone', 'UTC') from profile where profile.id = journal_entry.user_id))::date`;
  const values = { created_at: at, entry_date: date, created_date: date };
  await db.updateTable('journal_entry').set(values).where('id', '=', id).execute();
}
