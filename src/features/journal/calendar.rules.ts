import type { MoodDay } from './calendar.schema.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_RANGE_DAYS = 366;

/** How many days a range has, both ends included; below 1 where it runs backwards. Days are YYYY-MM-DD. */
function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
}

/** Whether a calendar can be asked for this range of days. */
export function isCalendarRange(from: string, to: string): boolean {
  const days = daysBetween(from, to);
  return days >= 1 && days <= MAX_RANGE_DAYS;
}

/**
 * The days of earlier years that a day brings back, as `MM-DD`: the same month and day. In a year without a 29 February, the
 * 28th brings it back as well, so that it is not forgotten for four years.
 */
export function anniversariesOf(day: string): string[] {
  const [year = '', month, dayOfMonth] = day.split('-');
  const isLeapYear = new Date(Date.UTC(Number(year), 2, 0)).getUTCDate() === 29;
  const sameDay = `${month}-${dayOfMonth}`;
  return sameDay === '02-28' && !isLeapYear ? [sameDay, '02-29'] : [sameDay];
}

/** One mood of one day, with how many entries have it, and when the latest of them was written. */
export type MoodCount = { day: string; mood: string; entries: number; latest: Date };

/** The moods of each day, days in order. The mood of the day is the most frequent one; of several, the latest. */
export function moodsByDay(counts: readonly MoodCount[]): MoodDay[] {
  const days = [...new Set(counts.map(({ day }) => day))].toSorted();
  return days.map((date) => {
    const ranked = counts
      .filter(({ day }) => day === date)
      .toSorted((one, other) => other.entries - one.entries || other.latest.getTime() - one.latest.getTime());
    return {
      date,
      mood: ranked[0]?.mood ?? '',
      moods: Object.fromEntries(ranked.map(({ mood, entries }) => [mood, entries])),
    };
  });
}
