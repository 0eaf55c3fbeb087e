import { localDateOf } from '#platform/days/calendar-date.ts';
import { isRestDate, type RestPeriod } from './rest-period.rules.ts';
import { windowSpan } from './window-span.rules.ts';
import { dayEndsAt, type WindowFacts } from './workout-window.rules.ts';

export type CheckInStatus = 'pending' | 'verified' | 'rejected';
export type DayState = 'not_started' | 'pending' | 'completed' | 'failed' | 'rest';

/** The window of a user, and whether they rest on the date. */
export type DayWindow = WindowFacts & { isRest: boolean };

const HOUR_MS = 60 * 60 * 1000;

/** Hours from a date's midnight (UTC) within which it begins and ends in all time zones, with its window. */
const MIN_HOURS_OF_DATE = -24;
const MAX_HOURS_OF_DATE = 72;

const STATE_OF_CHECK_IN = { verified: 'completed', pending: 'pending', rejected: 'failed' } as const;

/**
 * Returns the state of a user on a date, with the status of their check-in or null.
 *
 * The state of a date without a check-in is `not_started` until the window opens and on dates before the user had a window, `pending`
 * until the day ends, then `failed`. A date on which the user rests is `rest`, also after a rejection, unless their check-in counts.
 */
export function dayStateOf(status: CheckInStatus | null, date: string, window: DayWindow | null, now: Date): DayState {
  return dayStatesOn(date, now)(status, window);
}

/**
 * `dayStateOf` for the users of one date. Caches the times of equal windows: a million users share a few thousand. Create one
 * for each run.
 */
export function dayStatesOn(
  date: string,
  now: Date,
): (status: CheckInStatus | null, window: DayWindow | null) => DayState {
  const states = new Map<string, TimedState>();
  return (status, window) => {
    const isRest = window?.isRest && date >= window.since;
    if (isRest && (status === null || status === 'rejected')) return 'rest';
    if (status !== null) return STATE_OF_CHECK_IN[status];
    if (window === null || date < window.since) return 'not_started';
    const key = `${window.startTime} ${window.zone}`;
    const state = states.get(key) ?? stateByTime(date, window, now);
    states.set(key, state);
    return state;
  };
}

/** A user's own date. */
type OwnDay = {
  status: CheckInStatus | null;
  window: (WindowFacts & { isOpen: boolean; rest: readonly RestPeriod[] }) | null;
  isInChain: boolean;
};

/** Returns the state of a user's own date. A closed window counts for dates on which they are in a chain, and for those of rest. */
export function ownDayStateOf({ status, window, isInChain }: OwnDay, date: string, now: Date): DayState {
  const isRest = window !== null && isRestDate(date, window.rest);
  const isCounted = window?.isOpen || isInChain || isRest;
  return dayStateOf(status, date, window !== null && isCounted ? { ...window, isRest } : null, now);
}

type TimedState = Exclude<DayState, 'completed' | 'rest'>;

function stateByTime(date: string, window: WindowFacts, now: Date): TimedState {
  // Most dates of a year begin or end far from now, and zones cost the most.
  const hours = (now.getTime() - Date.parse(date)) / HOUR_MS;
  if (hours < MIN_HOURS_OF_DATE) return 'not_started';
  if (hours > MAX_HOURS_OF_DATE) return 'failed';
  if (now < windowSpan({ ...window, date }).startsAt) return 'not_started';
  return now < dayEndsAt(date, window) ? 'pending' : 'failed';
}

/** A state of the mosaic and team stats. */
export type CountedState = Exclude<DayState, 'not_started' | 'rest'>;

/** Counts `not_started` as `pending`, for the mosaic and team stats. They leave out users who rest: null. */
export function countedStateOf(state: DayState): CountedState | null {
  if (state === 'rest') return null;
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
