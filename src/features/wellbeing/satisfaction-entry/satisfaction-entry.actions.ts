import type { Actor } from '#access/actor.ts';
import { mapRead, type Read } from '#platform/db/read.ts';
import { paginate } from '#platform/http/pagination.ts';
import type { WellbeingDeps } from '../deps.ts';
import type { DatedQuery } from '../record.schema.ts';
import { deleteRecordOf, listRecordsOf, selectRecordsOf } from '../record.store.ts';
import {
  type NewSatisfactionEntry,
  type SatisfactionEntry,
  type SatisfactionEntryChange,
  satisfactionEntryErrors,
} from './satisfaction-entry.schema.ts';
import {
  insertSatisfactionEntry,
  type SatisfactionEntryRow,
  updateSatisfactionEntry,
} from './satisfaction-entry.store.ts';

/** Creates an entry. Its date is today in the actor's time zone by default. */
export async function createSatisfactionEntry(
  deps: WellbeingDeps,
  actor: Actor,
  input: NewSatisfactionEntry,
): Promise<SatisfactionEntry> {
  const entry = await insertSatisfactionEntry(deps.db, {
    id: deps.ids.next(),
    userId: actor.userId,
    score: input.score,
    note: input.note ?? '',
    entryDate: input.entry_date ?? null,
    now: deps.clock.now(),
  });
  return viewOf(entry);
}

/** The actor's newest entry of a date. */
export function selectNewestSatisfactionEntryOf({ userId }: Actor, date: string): Read<SatisfactionEntry | null> {
  const newest = selectRecordsOf('satisfaction_entry', userId, { from: date, to: date, after: null }, 1);
  return mapRead(newest, ([row]) => (row ? viewOf(row) : null));
}

/** Lists the actor's own entries, newest first. */
export async function listSatisfactionEntries(
  deps: WellbeingDeps,
  actor: Actor,
  query: DatedQuery,
): Promise<{ satisfaction_entries: SatisfactionEntry[]; next_cursor: string | null }> {
  const dates = { from: query.from, to: query.to };
  const { rows, next_cursor } = await paginate(query, (after, limit) =>
    listRecordsOf(deps.db, 'satisfaction_entry', actor.userId, { ...dates, after }, limit),
  );
  return { satisfaction_entries: rows.map(viewOf), next_cursor };
}

/** Changes the given fields of the actor's own entry. */
export async function changeSatisfactionEntry(
  deps: WellbeingDeps,
  actor: Actor,
  id: string,
  change: SatisfactionEntryChange,
): Promise<SatisfactionEntry> {
  const { score, note, entry_date: entryDate } = change;
  const values = { score, note, entryDate };
  const entry = await updateSatisfactionEntry(deps.db, actor.userId, id, values, deps.clock.now());
  if (entry === undefined) throw satisfactionEntryErrors.notFound();
  return viewOf(entry);
}

export async function removeSatisfactionEntry(deps: WellbeingDeps, actor: Actor, id: string): Promise<void> {
  if (!(await deleteRecordOf(deps.db, 'satisfaction_entry', actor.userId, id)))
    throw satisfactionEntryErrors.notFound();
}

function viewOf(row: SatisfactionEntryRow): SatisfactionEntry {
  return {
    id: row.id,
    user_id: row.user_id,
    score: row.score,
    note: row.note,
    entry_date: row.entry_date,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
