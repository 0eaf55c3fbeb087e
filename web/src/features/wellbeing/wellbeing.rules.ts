import { addDays } from '../../shared/days/days.rules.ts';
import type { MoodForm } from '../../shared/mood/mood-shapes.tsx';
import { moodOf } from '../../shared/mood/moods.ts';
import type { MoodDay, SatisfactionEntry, SleepEntry } from './api/queries.ts';

export const RANGES = ['30', '90', '365'] as const;
export type Range = (typeof RANGES)[number];

/** How bright a form of moods is, from 1 (prickly) to 4 (bright). */
export const LEVEL_OF_FORM: Record<MoodForm, number> = { thistle: 1, bell: 2, cup: 3, bloom: 4 };

export type DayOfWellbeing = {
  date: string;
  satisfaction: number | null;
  hours: number | null;
  quality: number | null;
  mood: string | null;
};

type Records = {
  satisfaction: readonly Pick<SatisfactionEntry, 'entry_date' | 'score'>[];
  sleep: readonly Pick<SleepEntry, 'sleep_date' | 'hours' | 'quality'>[];
  moods: readonly Pick<MoodDay, 'date' | 'mood'>[];
};

/** Each day of a range with what was recorded, oldest first. Records come newest first, and the newest of a day counts. */
export function daysOf({ satisfaction, sleep, moods }: Records, to: string, count: number): DayOfWellbeing[] {
  const scores = newestBy(satisfaction, ({ entry_date }) => entry_date);
  const nights = newestBy(sleep, ({ sleep_date }) => sleep_date);
  const moodOfDay = newestBy(moods, ({ date }) => date);
  return Array.from({ length: count }, (_, index) => {
    const date = addDays(to, index - count + 1);
    return {
      date,
      satisfaction: scores.get(date)?.score ?? null,
      hours: nights.get(date)?.hours ?? null,
      quality: nights.get(date)?.quality ?? null,
      mood: moodOfDay.get(date)?.mood ?? null,
    };
  });
}

function newestBy<Of>(records: readonly Of[], dateOf: (record: Of) => string): ReadonlyMap<string, Of> {
  // A later entry of a map replaces an earlier one, so the newest must come last.
  return new Map(records.toReversed().map((record) => [dateOf(record), record]));
}

/** The mean of the values that there are; null without any. */
export function meanOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}

const MIN_DAYS_TO_COMPARE = 3;

/**
 * The mean satisfaction on days of bright or easy moods, and on days of low or prickly ones. Null with fewer than three days of
 * either: chance would say more than the days.
 */
export function compareByMood(days: readonly DayOfWellbeing[]): { bright: number; low: number } | null {
  const rated = days.filter(({ satisfaction, mood }) => satisfaction !== null && levelOf(mood) !== null);
  const [bright, low] = [true, false].map((isBright) =>
    rated.filter(({ mood }) => (levelOf(mood) ?? 0) > 2 === isBright),
  );
  if (bright === undefined || low === undefined) return null;
  if (Math.min(bright.length, low.length) < MIN_DAYS_TO_COMPARE) return null;
  const mean = (of: readonly DayOfWellbeing[]) => meanOf(of.map(({ satisfaction }) => satisfaction)) ?? 0;
  return { bright: mean(bright), low: mean(low) };
}

/** Null for a word of the user's own, which has no place between bright and prickly. */
export function levelOf(mood: string | null): number | null {
  const known = mood === null ? null : moodOf(mood);
  return known === null ? null : LEVEL_OF_FORM[known.form];
}
