import type { Actor } from '#access/actor.ts';
import type { WellbeingDeps } from '../deps.ts';
import { changeRecord, type RecordType, viewOf } from '../record.actions.ts';
import { insertRecord } from '../record.store.ts';
import {
  type NewSatisfactionEntry,
  type SatisfactionEntry,
  type SatisfactionEntryChange,
  satisfactionEntryErrors,
} from './satisfaction-entry.schema.ts';

export const SATISFACTION_ENTRY: RecordType<'satisfaction_entry', SatisfactionEntry> = {
  table: 'satisfaction_entry',
  fieldsOf: ({ score, note, entry_date }) => ({ score, note, entry_date }),
  notFound: satisfactionEntryErrors.notFound,
};

/** Creates an entry. Its date is today in the actor's time zone by default. */
export async function createSatisfactionEntry(
  deps: WellbeingDeps,
  { userId }: Actor,
  { score, note = '', entry_date }: NewSatisfactionEntry,
): Promise<SatisfactionEntry> {
  const record = { id: deps.ids.next(), userId, date: entry_date ?? null, now: deps.clock.now() };
  return viewOf(SATISFACTION_ENTRY, await insertRecord(deps.db, 'satisfaction_entry', record, { score, note }));
}

/** Changes the given fields of the actor's own entry. */
export async function changeSatisfactionEntry(
  deps: WellbeingDeps,
  actor: Actor,
  id: string,
  { score, note, entry_date }: SatisfactionEntryChange,
): Promise<SatisfactionEntry> {
  return changeRecord(SATISFACTION_ENTRY, deps, actor, id, { score, note, entry_date });
}
