import type { Actor } from '#access/actor.ts';
import { joinReads, type Read } from '#platform/db/read.ts';
import { selectNewestRecordOf } from './record.actions.ts';
import { SATISFACTION_ENTRY } from './satisfaction-entry/satisfaction-entry.actions.ts';
import type { SatisfactionEntry } from './satisfaction-entry/satisfaction-entry.schema.ts';
import { SLEEP_ENTRY } from './sleep-entry/sleep-entry.actions.ts';
import type { SleepEntry } from './sleep-entry/sleep-entry.schema.ts';

export type WellbeingDay = { satisfaction: SatisfactionEntry | null; sleep: SleepEntry | null };

/** The actor's newest satisfaction and sleep entries of a date. */
export function selectWellbeingDay(actor: Actor, date: string): Read<WellbeingDay> {
  return joinReads({
    satisfaction: selectNewestRecordOf(SATISFACTION_ENTRY, actor, date),
    sleep: selectNewestRecordOf(SLEEP_ENTRY, actor, date),
  });
}
