import type { Actor } from '#access/actor.ts';
import { joinReads, type Read } from '#platform/db/read.ts';
import { selectNewestSatisfactionEntryOf } from './satisfaction-entry/satisfaction-entry.actions.ts';
import type { SatisfactionEntry } from './satisfaction-entry/satisfaction-entry.schema.ts';
import { selectNewestSleepEntryOf } from './sleep-entry/sleep-entry.actions.ts';
import type { SleepEntry } from './sleep-entry/sleep-entry.schema.ts';

export type WellbeingDay = { satisfaction: SatisfactionEntry | null; sleep: SleepEntry | null };

/** The actor's newest satisfaction and sleep entries of a date. */
export function selectWellbeingDay(actor: Actor, date: string): Read<WellbeingDay> {
  return joinReads({
    satisfaction: selectNewestSatisfactionEntryOf(actor, date),
    sleep: selectNewestSleepEntryOf(actor, date),
  });
}
