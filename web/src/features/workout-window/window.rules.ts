import { addDays } from '../../shared/days/days.rules.ts';
import type { Activity } from '../../shared/workout/activity.ts';
import type { OwnWindow, WindowSetup } from './api/window.ts';
import { minutesOf, timeOf, WINDOW_MINUTES } from './dial.rules.ts';

export const DEFAULT_START = '18:00';
/** How many days a pause can have. */
export const MAX_PAUSE_DAYS = 60;
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];

export type Pause = { from: string; until: string };

/** What the form has. */
export type Fields = {
  start: string;
  activity: Activity;
  /** In the words of the user, for an activity of another kind. */
  name: string;
  /** ISO weekdays. */
  restDays: readonly number[];
  pause: Pause | null;
  zone: string;
};

export function fieldsOf(window: OwnWindow | null, zone: string): Fields {
  return {
    start: window?.window_start_time ?? DEFAULT_START,
    activity: window?.activity_type ?? 'walk',
    name: window?.custom_activity ?? '',
    restDays: window?.rest_days ?? [],
    pause: window?.pause ?? null,
    zone: window?.timezone ?? zone,
  };
}

export function setupOf({ start, activity, name, restDays, pause, zone }: Fields): WindowSetup {
  return {
    activityType: activity,
    customActivity: activity === 'other' ? name.trim() : null,
    windowStartTime: start,
    windowEndTime: timeOf(minutesOf(start) + WINDOW_MINUTES),
    timezone: zone,
    restDays: [...restDays],
    pause,
  };
}

/** The rest days when a weekday is pressed. One day of the week stays: without any there is no window. */
export function toggled(restDays: readonly number[], weekday: number): readonly number[] {
  const next = restDays.includes(weekday) ? restDays.filter((day) => day !== weekday) : [...restDays, weekday];
  return next.length === WEEKDAYS.length ? restDays : WEEKDAYS.filter((day) => next.includes(day));
}

/** The ISO weekdays in the order of the user's weeks. `firstWeekday` is 0 for Monday. */
export const weekdaysFrom = (firstWeekday: number): number[] =>
  WEEKDAYS.map((_, index) => ((firstWeekday + index) % 7) + 1);

export type PauseProblem = 'order' | 'tooLong' | 'tooEarly';

/** What is wrong with a pause. `earliest` is the first date that can still change; a pause that has begun keeps its beginning. */
export function pauseProblemOf(pause: Pause, kept: Pause | null, earliest: string): PauseProblem | null {
  if (pause.until < pause.from) return 'order';
  if (pause.until > addDays(pause.from, MAX_PAUSE_DAYS - 1)) return 'tooLong';
  const isBegun = kept !== null && kept.from === pause.from;
  return !isBegun && pause.from < earliest ? 'tooEarly' : null;
}

/** A new pause: a week from the first date that can still change. */
export const newPause = (earliest: string): Pause => ({ from: earliest, until: addDays(earliest, 6) });

/**
 * A pause that ends before a date (`earliest`), for those who go on earlier. Null if it has not begun, or would begin on that date: then there is none.
 */
export function endedPause({ from }: Pause, earliest: string): Pause | null {
  return from < earliest ? { from, until: addDays(earliest, -1) } : null;
}

/** What is known of today, of what decides from when a change counts. */
export type DayFacts = { date: string; isCheckedIn: boolean; hasOpened: boolean };

/** The first date whose rest can still change. */
export const earliestChange = ({ date, isCheckedIn, hasOpened }: DayFacts): string =>
  isCheckedIn || hasOpened ? addDays(date, 1) : date;

/** From when a change counts: all of it today or tomorrow, or the time today and rest tomorrow. */
export function appliesFrom({ isCheckedIn, hasOpened }: DayFacts): 'today' | 'tomorrow' | 'timeToday' {
  if (isCheckedIn) return 'tomorrow';
  return hasOpened ? 'timeToday' : 'today';
}

const DECIMALS = 100;

/** Coordinates rounded to about a kilometre, before they leave the device. */
export function roundedCoordinates({ latitude, longitude }: { latitude: number; longitude: number }) {
  const round = (degrees: number) => Math.round(degrees * DECIMALS) / DECIMALS + 0;
  return { latitude: round(latitude), longitude: round(longitude) };
}

/** Whether an activity of another kind has no name. */
export const isNameMissing = ({ activity, name }: Fields): boolean => activity === 'other' && name.trim() === '';
