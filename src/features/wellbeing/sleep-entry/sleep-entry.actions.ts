import type { Actor } from '#access/actor.ts';
import type { WellbeingDeps } from '../deps.ts';
import { changeRecord, type RecordType, viewOf } from '../record.actions.ts';
import { insertRecord } from '../record.store.ts';
import { type NewSleepEntry, type SleepEntry, type SleepEntryChange, sleepEntryErrors } from './sleep-entry.schema.ts';

export const SLEEP_ENTRY: RecordType<'sleep_entry', SleepEntry> = {
  table: 'sleep_entry',
  // The column is a text with two decimals.
  fieldsOf: ({ sleep_date, hours, quality, note }) => ({ sleep_date, hours: Number(hours), quality, note }),
  notFound: sleepEntryErrors.notFound,
};

export async function createSleepEntry(
  deps: WellbeingDeps,
  { userId }: Actor,
  { sleep_date: date, hours, quality, note = '' }: NewSleepEntry,
): Promise<SleepEntry> {
  const record = { id: deps.ids.next(), userId, date, now: deps.clock.now() };
  return viewOf(SLEEP_ENTRY, await insertRecord(deps.db, 'sleep_entry', record, { hours, quality, note }));
}

/** Changes the given fields of the actor's own entry. */
export async function changeSleepEntry(
  deps: WellbeingDeps,
  actor: Actor,
  id: string,
  { sleep_date, hours, quality, note }: SleepEntryChange,
): Promise<SleepEntry> {
  return changeRecord(SLEEP_ENTRY, deps, actor, id, { sleep_date, hours, quality, note });
}
