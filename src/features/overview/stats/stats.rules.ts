import type { MonthOfMoods } from './stats.schema.ts';

/** Sums up the moods of dates by month, oldest first. */
export function moodsByMonth(counts: readonly { day: string; mood: string; entries: number }[]): MonthOfMoods[] {
  const months = new Map<string, Map<string, number>>();
  for (const { day, mood, entries } of counts) {
    const month = day.slice(0, 'YYYY-MM'.length);
    const moods = months.get(month) ?? new Map<string, number>();
    months.set(month, moods.set(mood, (moods.get(mood) ?? 0) + entries));
  }
  return [...months]
    .map(([month, moods]) => ({ month, moods: Object.fromEntries([...moods].toSorted()) }))
    .toSorted((one, other) => (one.month < other.month ? -1 : 1));
}
