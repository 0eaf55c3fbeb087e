import { dateOf, dayOf } from './days.rules.ts';
import type { ZoneClock } from './zone-clock.rules.ts';

/** The calendar date of now by a clock, by default that of the device. */
export function todayIn(clock?: ZoneClock): string {
  return dateOf(new Date(), clock);
}

/** Today for the journal, goals and wellbeing: it begins when the user says so. */
export function journalDayIn(clock?: ZoneClock): string {
  return dayOf(new Date(), clock);
}
