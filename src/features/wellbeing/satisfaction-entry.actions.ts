import type { Actor } from '../../access/actor.ts';
import { type PageQuery, parsePage, toPage, writeCursor } from '../../platform/http/pagination.ts';
import type { WellbeingDeps } from './action-note.actions.ts';
import {
  type NewSatisfactionEntry,
  type SatisfactionEntry,
  type SatisfactionEntryChange,
  satisfactionEntryErrors,
} from './satisfaction-entry.schema.ts';
import {
  deleteSatisfactionEntry,
  insertSatisfactionEntry,
  listSatisfactionEntriesOf,
  type SatisfactionEntryRow,
  updateSatisfactionEntry,
} from './satisfaction-entry.store.ts';

/** Stores how satisfied the actor is, as of today where they live unless they name a day, and returns the entry. */
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

/** The actor's own entries, newest first. */
export async function listSatisfactionEntries(
  deps: WellbeingDeps,
  actor: Actor,
  query: PageQuery,
): Promise<{ satisfaction_entries: SatisfactionEntry[]; next_cursor: string | null }> {
  const { limit, after } = parsePage(query);
  const page = toPage(await listSatisfactionEntriesOf(deps.db, actor.userId, after, limit + 1), limit);
  return { satisfaction_entries: page.rows.map(viewOf), next_cursor: writeCursor(page.next) };
}

/** Changes what the owner names. Throws `satisfaction-entry.not-found`. */
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

/** Throws `satisfaction-entry.not-found`. */
export async function removeSatisfactionEntry(deps: WellbeingDeps, actor: Actor, id: string): Promise<void> {
  if (!(await deleteSatisfactionEntry(deps.db, actor.userId, id))) throw satisfactionEntryErrors.notFound();
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
