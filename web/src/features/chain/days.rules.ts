import type { components } from '@meadow/client';
import { addDays, weekdayOf } from '../../shared/days/days.rules.ts';
import { startOfWeek } from '../../shared/days/week.rules.ts';

export type DayState = components['schemas']['DayState'];

/** How a day is drawn: a flower, a line for rest, an empty place, today before its check-in, or a day to come. */
export type DayMark = 'done' | 'rest' | 'empty' | 'today' | 'ahead';

type Day = { date: string; state: DayState };

const DAYS_OF_WEEK = 7;

/** How one day is drawn. A day without a state, such as one before the first window, is empty. */
export function markOf(date: string, state: DayState | undefined, today: string): DayMark {
  if (state === 'completed') return 'done';
  if (state === 'rest') return 'rest';
  if (date > today) return 'ahead';
  return date === today && (state === 'pending' || state === 'not_started') ? 'today' : 'empty';
}

export type MarkedDay = { date: string; mark: DayMark };

/** The week that today is in. `firstWeekday` is 0 for Monday. */
export function weekOf(days: readonly Day[], today: string, firstWeekday: number): MarkedDay[] {
  const start = startOfWeek(today, firstWeekday);
  return marked(days, today, start, DAYS_OF_WEEK);
}

/** The days of a month, and how many places its first row leaves free. */
export function monthOf(days: readonly Day[], month: string, today: string, firstWeekday: number) {
  const first = `${month}-01`;
  const count = Number(lastOfMonth(month).slice(8));
  return {
    offset: (weekdayOf(first) - firstWeekday + DAYS_OF_WEEK) % DAYS_OF_WEEK,
    days: marked(days, today, first, count),
  };
}

function marked(days: readonly Day[], today: string, start: string, count: number): MarkedDay[] {
  const states = new Map(days.map(({ date, state }) => [date, state]));
  return Array.from({ length: count }, (_, index) => {
    const date = addDays(start, index);
    return { date, mark: markOf(date, states.get(date), today) };
  });
}

/** The last date of a month (`2026-11`). */
export function lastOfMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}

/** The month before (`2026-11`). */
export const monthBefore = (month: string): string => addDays(`${month}-01`, -1).slice(0, 7);

export const countDone = (days: readonly MarkedDay[]): number => days.filter(({ mark }) => mark === 'done').length;
