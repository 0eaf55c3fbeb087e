import type { MoodDay } from './calendar.schema.ts';

/** The dates (`MM-DD`) of earlier years that belong to a day: its own, and in common years 29 February to the 28th. */
export function anniversariesOf(day: string): string[] {
  const [year = '', month, dayOfMonth] = day.split('-');
  const isLeapYear = new Date(Date.UTC(Number(year), 2, 0)).getUTCDate() === 29;
  const sameDay = `${month}-${dayOfMonth}`;
  return sameDay === '02-28' && !isLeapYear ? [sameDay, '02-29'] : [sameDay];
}

/** The number of entries of a day that have a mood. `latest` is when the latest of them was written. */
export type MoodCount = { day: string; mood: string; entries: number; latest: Date };

/** The moods of each day, in order. The mood of the day is the most frequent one; if several are, the latest. */
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
