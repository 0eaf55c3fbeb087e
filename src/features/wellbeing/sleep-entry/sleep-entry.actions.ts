import type { Actor } from '#access/actor.ts';
import { mapRead, type Read } from '#platform/db/read.ts';
import { paginate } from '#platform/http/pagination.ts';
import type { WellbeingDeps } from '../deps.ts';
import type { DatedQuery } from '../record.schema.ts';
import { deleteRecordOf, listRecordsOf, selectRecordsOf } from '../record.store.ts';
import { type NewSleepEntry, type SleepEntry, type SleepEntryChange, sleepEntryErrors } from './sleep-entry.schema.ts';
import { insertSleepEntry, type SleepEntryRow, updateSleepEntry } from './sleep-entry.store.ts';

export async function createSleepEntry(deps: WellbeingDeps, actor: Actor, input: NewSleepEntry): Promise<SleepEntry> {
  const entry = await insertSleepEntry(deps.db, {
    id: deps.ids.next(),
    userId: actor.userId,
    sleepDate: input.sleep_date,
    hours: input.hours,
    quality: input.quality,
    note: input.note ?? '',
    now: deps.clock.now(),
  });
  return viewOf(entry);
}

/** The actor's newest entry of a date. */
export function selectNewestSleepEntryOf({ userId }: Actor, date: string): Read<SleepEntry | null> {
  const newest = selectRecordsOf('sleep_entry', userId, { from: date, to: date, after: null }, 1);
  return mapRead(newest, ([row]) => (row ? viewOf(row) : null));
}

/** Lists the actor's own entries, newest first. */
export async function listSleepEntries(
  deps: WellbeingDeps,
  actor: Actor,
  query: DatedQuery,
): Promise<{ sleep_entries: SleepEntry[]; next_cursor: string | null }> {
  const dates = { from: query.from, to: query.to };
  const { rows, next_cursor } = await paginate(query, (after, limit) =>
    listRecordsOf(deps.db, 'sleep_entry', actor.userId, { ...dates, after }, limit),
  );
  return { sleep_entries: rows.map(viewOf), next_cursor };
}

/** Changes the given fields of the actor's own entry. */
export async function changeSleepEntry(
  deps: WellbeingDeps,
  actor: Actor,
  id: string,
  change: SleepEntryChange,
): Promise<SleepEntry> {
  const { sleep_date: sleepDate, hours, quality, note } = change;
  const values = { sleepDate, hours, quality, note };
  const entry = await updateSleepEntry(deps.db, actor.userId, id, values, deps.clock.now());
  if (entry === undefined) throw sleepEntryErrors.notFound();
  return viewOf(entry);
}

export async function removeSleepEntry(deps: WellbeingDeps, actor: Actor, id: string): Promise<void> {
  if (!(await deleteRecordOf(deps.db, 'sleep_entry', actor.userId, id))) throw sleepEntryErrors.notFound();
}

function viewOf(row: SleepEntryRow): SleepEntry {
  return {
    id: row.id,
    user_id: row.user_id,
    sleep_date: row.sleep_date,
    hours: Number(row.hours),
    quality: row.quality,
    note: row.note,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
