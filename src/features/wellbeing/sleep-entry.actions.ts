import type { Actor } from '../../access/actor.ts';
import { type PageQuery, parsePage, toPage, writeCursor } from '../../platform/http/pagination.ts';
import type { WellbeingDeps } from './action-note.actions.ts';
import { type NewSleepEntry, type SleepEntry, type SleepEntryChange, sleepEntryErrors } from './sleep-entry.schema.ts';
import {
  deleteSleepEntry,
  insertSleepEntry,
  listSleepEntriesOf,
  type SleepEntryRow,
  updateSleepEntry,
} from './sleep-entry.store.ts';

/** Stores how the actor slept, one of several times a day maybe, and returns the entry. */
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

/** The actor's own entries, newest first. */
export async function listSleepEntries(
  deps: WellbeingDeps,
  actor: Actor,
  query: PageQuery,
): Promise<{ sleep_entries: SleepEntry[]; next_cursor: string | null }> {
  const { limit, after } = parsePage(query);
  const page = toPage(await listSleepEntriesOf(deps.db, actor.userId, after, limit + 1), limit);
  return { sleep_entries: page.rows.map(viewOf), next_cursor: writeCursor(page.next) };
}

/** Changes what the owner names. Throws `sleep-entry.not-found`. */
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

/** Throws `sleep-entry.not-found`. */
export async function removeSleepEntry(deps: WellbeingDeps, actor: Actor, id: string): Promise<void> {
  if (!(await deleteSleepEntry(deps.db, actor.userId, id))) throw sleepEntryErrors.notFound();
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
