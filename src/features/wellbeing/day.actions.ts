import type { Actor } from '../../access/actor.ts';
import type { WellbeingDeps } from './deps.ts';
import { listSatisfactionEntries } from './satisfaction-entry/satisfaction-entry.actions.ts';
import type { SatisfactionEntry } from './satisfaction-entry/satisfaction-entry.schema.ts';
import { listSleepEntries } from './sleep-entry/sleep-entry.actions.ts';
import type { SleepEntry } from './sleep-entry/sleep-entry.schema.ts';

export type WellbeingDay = { satisfaction: SatisfactionEntry | null; sleep: SleepEntry | null };

/** Reads the actor's newest satisfaction and sleep entries of a date. Costs two statements. */
export async function readWellbeingDay(deps: WellbeingDeps, actor: Actor, date: string): Promise<WellbeingDay> {
  const query = { from: date, to: date, limit: 1 };
  const { satisfaction_entries } = await listSatisfactionEntries(deps, actor, query);
  const { sleep_entries } = await listSleepEntries(deps, actor, query);
  return { satisfaction: satisfaction_entries[0] ?? null, sleep: sleep_entries[0] ?? null };
}
