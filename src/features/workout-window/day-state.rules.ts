import { localDateOf } from '#platform/days/calendar-date.ts';
import { windowSpan } from './window-span.rules.ts';
import { dayEndsAt, type WindowFacts } from './workout-window.rules.ts';

export type CheckInStatus = 'pending' | 'verified' | 'rejected';
export type DayState = 'not_started' | 'pending' | 'completed' | 'failed';

const STATE_OF_CHECK_IN = { verified: 'completed', pending: 'pending', rejected: 'failed' } as const;

/**
 * Returns the state of a user on a date, with the status of their check-in or null.
 *
 * The state of a date without a check-in is `not_started` until the window opens and on dates before the user had a window, `pending`
 * until the day ends, then `failed`.
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
 * `dayStateOf` for the users of one date. Caches the times of equal windows: a million users share a few thousand. Create one
 * for each run.
 */
export function dayStatesOn(
  date: string,
  now: Date,
): (status: CheckInStatus | null, window: WindowFacts | null) => DayState {
  const states = new Map<string, Exclude<DayState, 'completed'>>();
  return (status, window) => {
    if (status !== null) return STATE_OF_CHECK_IN[status];
    if (window === null || date < window.since) return 'not_started';
    const key = `${window.startTime} ${window.zone}`;
    const state = states.get(key) ?? stateByTime(date, window, now);
    states.set(key, state);
    return state;
  };
}

function stateByTime(date: string, window: WindowFacts, now: Date): Exclude<DayState, 'completed'> {
  if (now < windowSpan({ ...window, date }).startsAt) return 'not_started';
  return now < dayEndsAt(date, window) ? 'pending' : 'failed';
}

/** Counts `not_started` as `pending`, for the mosaic and team stats, which have three states. */
export function countedStateOf(state: DayState): Exclude<DayState, 'not_started'> {
  return state === 'not_started' ? 'pending' : state;
}

/** The date of a user's last check-in, and the time zone of their window at that time. */
export type LastCheckIn = { date: string; zone: string };

/**
 * Whether a user can check in for a date: it is later than the last date, which has ended in the time zone of that check-in.
 *
 * So no date counts twice, none is made up later, and travelling east does not start the next date earlier.
 */
export function isNextDay(date: string, now: Date, last: LastCheckIn | null): boolean {
  return last === null || (date > last.date && localDateOf(now, last.zone) > last.date);
}
