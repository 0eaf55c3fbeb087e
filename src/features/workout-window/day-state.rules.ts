import { localDateOf } from '../../platform/days/calendar-date.ts';
import { windowSpan } from './window-span.rules.ts';
import { dayEndsAt, type WindowFacts } from './workout-window.rules.ts';

export type CheckInStatus = 'pending' | 'verified' | 'rejected';
export type DayState = 'not_started' | 'pending' | 'completed' | 'failed';

const STATE_OF_CHECK_IN = { verified: 'completed', pending: 'pending', rejected: 'failed' } as const;

/**
 * How a person's day stands. A check-in decides it. Without one (`status` is null) it has not started until the window opens,
 * nor on dates before the person had a window; then it is pending until their day ends, and failed afterwards.
 */
export function dayStateOf(
  status: CheckInStatus | null,
  date: string,
  window: WindowFacts | null,
  now: Date,
): DayState {
  return dayStatesOn(date, now)(status, window);
}

/**
 * `dayStateOf` for the many people of a date. It remembers when the days of equal windows begin and end, since a million
 * people share a few thousand times and zones. Make one for a run; it is let go with the run.
 */
export function dayStatesOn(
  date: string,
  now: Date,
): (status: CheckInStatus | null, window: WindowFacts | null) => DayState {
  const known = new Map<string, Exclude<DayState, 'completed'>>();
  return (status, window) => {
    if (status !== null) return STATE_OF_CHECK_IN[status];
    if (window === null || date < window.since) return 'not_started';
    const key = `${window.startTime} ${window.zone}`;
    const state = known.get(key) ?? stateByTime(date, window, now);
    known.set(key, state);
    return state;
  };
}

function stateByTime(date: string, window: WindowFacts, now: Date): Exclude<DayState, 'completed'> {
  if (now < windowSpan({ ...window, date }).startsAt) return 'not_started';
  return now < dayEndsAt(date, window) ? 'pending' : 'failed';
}

/** The state where there are only three of them, as in the mosaic and in counts: who has not started is pending. */
export function countedStateOf(state: DayState): Exclude<DayState, 'not_started'> {
  return state === 'not_started' ? 'pending' : state;
}

/** For which date somebody last checked in, and the zone their window had then; both stay as they were. */
export type LastCheckIn = { date: string; zone: string };

/**
 * Whether somebody may check in for a date at all: **a day ends where it began**. The date is later than that of their last
 * check-in, whatever the zone, so that no date counts twice and none is made up for; and the last one's date has ended in the
 * zone it was made in, so that going east does not bring the next date any sooner.
 */
export function isNextDay(date: string, now: Date, last: LastCheckIn | null): boolean {
  return last === null || (date > last.date && localDateOf(now, last.zone) > last.date);
}
