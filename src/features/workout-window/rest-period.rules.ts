import { addDays, dayOfWeek } from '#platform/days/calendar-date.ts';
import { windowSpan } from './window-span.rules.ts';
import { dateOfMoment, type WindowFacts } from './workout-window.rules.ts';
import { type RestPause, windowErrors } from './workout-window.schema.ts';

/** The weekdays on which a user rests, between two dates (inclusive). `until` is null for the rest days that hold now. */
export type RestPeriod = {
  id: string;
  kind: 'weekly' | 'pause';
  /** ISO weekdays, 1 for Monday to 7 for Sunday. A pause has all of them. */
  weekdays: readonly number[];
  from: string;
  until: string | null;
};

const ALL_WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];
const MAX_PAUSE_DAYS = 60;

/** Whether the user rests on a date. */
export function isRestDate(date: string, periods: readonly RestPeriod[]): boolean {
  const covering = periods.filter(({ from, until }) => from <= date && (until === null || date <= until));
  if (covering.length === 0) return false;
  const weekday = dayOfWeek(date);
  return covering.some(({ weekdays }) => weekdays.includes(weekday));
}

/** Returns the first date after `date` on which the user does not rest. */
export function nextActiveDate(date: string, periods: readonly RestPeriod[]): string {
  let next = addDays(date, 1);
  while (isRestDate(next, periods)) next = addDays(next, 1);
  return next;
}

/** Returns the first date on which none of the windows has opened. */
export function firstUnopenedDate(windows: readonly WindowFacts[], now: Date): string {
  const dates = windows.map((window) => {
    const date = dateOfMoment(now, window);
    return now < windowSpan({ ...window, date }).startsAt ? date : addDays(date, 1);
  });
  return dates.sort().at(-1) ?? '';
}

/** Returns the rest days that the user has set, sorted. */
export function restDaysOf(periods: readonly RestPeriod[]): number[] {
  return [...(periods.find(isCurrentWeekly)?.weekdays ?? [])].sort();
}

/** Returns the pause that is not over on a date, or null. */
export function pauseOn(today: string, periods: readonly RestPeriod[]): RestPause | null {
  const pause = findPause(today, periods);
  return pause && { from: pause.from, until: pause.until };
}

type Pause = RestPeriod & { until: string };

function findPause(today: string, periods: readonly RestPeriod[]): Pause | null {
  return listPauses(today, periods).sort(byFrom).at(-1) ?? null;
}

/** The pauses that are not over on a date. More than one if the last change put another one after a pause that had begun. */
function listPauses(today: string, periods: readonly RestPeriod[]): Pause[] {
  return periods.filter((one): one is Pause => one.kind === 'pause' && one.until !== null && one.until >= today);
}

function byFrom(one: RestPeriod, other: RestPeriod): number {
  return one.from < other.from ? -1 : 1;
}

function isCurrentWeekly({ kind, until }: RestPeriod): boolean {
  return kind === 'weekly' && until === null;
}

/** What a change of rest days or of a pause writes, in this order. */
export type RestChange = {
  deleted: string[];
  /** Periods with their new last date. */
  ended: { id: string; until: string }[];
  added: Omit<RestPeriod, 'id'>[];
};

export const NO_REST_CHANGE: RestChange = { deleted: [], ended: [], added: [] };

/** Returns the periods after a change whose new periods have ids. */
export function applyRestChange(
  periods: readonly RestPeriod[],
  { deleted, ended, added }: Omit<RestChange, 'added'> & { added: readonly RestPeriod[] },
): RestPeriod[] {
  const endOf = new Map(ended.map(({ id, until }) => [id, until]));
  const kept = periods.filter(({ id }) => !deleted.includes(id));
  return [...kept.map((period) => ({ ...period, until: endOf.get(period.id) ?? period.until })), ...added];
}

/** Decides how rest days change from a date on. Earlier dates stay as they are. */
export function changeRestDays(periods: readonly RestPeriod[], weekdays: readonly number[], from: string): RestChange {
  if (restDaysOf(periods).join() === weekdays.toSorted().join()) return NO_REST_CHANGE;
  const weekly = periods.filter(({ kind }) => kind === 'weekly');
  // A change in a time zone further east can have begun later.
  const starts = weekly.map((one) => (one.until === null ? one.from : addDays(one.until, 1)));
  const start = [from, ...starts].sort().at(-1) ?? from;
  const added = { kind: 'weekly' as const, weekdays: weekdays.toSorted(), from: start, until: null };
  return { ...endBefore(weekly.find(isCurrentWeekly), start), added: weekdays.length === 0 ? [] : [added] };
}

/** The dates that decide about a pause. */
type PauseDates = {
  /** The date that a check-in would count for now. */
  today: string;
  /** The first date whose window has not opened. */
  firstUnopened: string;
};

/**
 * Decides how a pause begins, changes or ends; null ends it. Dates of a pause that have begun stay.
 *
 * @throws {workout-window.pause-invalid}
 * @throws {workout-window.pause-too-early}
 */
export function changePause(
  periods: readonly RestPeriod[],
  pause: RestPause | null,
  { today, firstUnopened }: PauseDates,
): RestChange {
  const current = findPause(today, periods);
  const ending = joinChanges(listPauses(today, periods).map((one) => endBefore(one, firstUnopened)));
  if (pause === null) return ending;
  const { from, until } = pause;
  if (until < from || until > addDays(from, MAX_PAUSE_DAYS - 1)) throw windowErrors.pauseInvalid();
  if (current?.from === from && current.until === until) return NO_REST_CHANGE;
  if (current?.from === from && from < firstUnopened) {
    // The dates between its former and its new end change.
    const kept = until < current.until ? until : current.until;
    if (addDays(kept, 1) < firstUnopened) throw windowErrors.pauseTooEarly();
    return { ...NO_REST_CHANGE, ended: [{ id: current.id, until }] };
  }
  if (from < firstUnopened) throw windowErrors.pauseTooEarly();
  return { ...ending, added: [{ kind: 'pause', weekdays: ALL_WEEKDAYS, from, until }] };
}

/** Returns what several changes write together. */
export function joinChanges(changes: readonly RestChange[]): RestChange {
  return {
    deleted: changes.flatMap(({ deleted }) => deleted),
    ended: changes.flatMap(({ ended }) => ended),
    added: changes.flatMap(({ added }) => added),
  };
}

function endBefore(period: RestPeriod | null | undefined, date: string): RestChange {
  if (period == null) return NO_REST_CHANGE;
  if (period.from >= date) return { ...NO_REST_CHANGE, deleted: [period.id] };
  const until = addDays(date, -1);
  if (period.until !== null && period.until <= until) return NO_REST_CHANGE;
  return { ...NO_REST_CHANGE, ended: [{ id: period.id, until }] };
}
