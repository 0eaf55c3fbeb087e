import { addDays } from '#platform/days/calendar-date.ts';
import type { Badge, BadgeDefinition, BadgeLevel, BadgeStats } from './badge.schema.ts';

const FIRST_LEVEL = 1;

/** The share of successful drops in percent with one decimal; 0 of none. */
export function successRateOf(successful: number, all: number): number {
  return all === 0 ? 0 : Math.round((successful * 1_000) / all) / 10;
}

/** The streak in days as of today (UTC): 0 once a day has passed without a drop. */
export function streakOn(today: string, lastDay: string | null, days: number): number {
  return lastDay !== null && lastDay >= addDays(today, -1) ? days : 0;
}

/** The highest level whose requirements are met, or the first one. */
export function levelReached(definitions: readonly BadgeDefinition[], stats: BadgeStats): number {
  const reached = definitions.filter(
    ({ min_successful_drops, min_success_rate, min_consecutive_days }) =>
      stats.engagement_increases >= min_successful_drops &&
      stats.success_rate >= (min_success_rate ?? 0) &&
      stats.consecutive_days >= (min_consecutive_days ?? 0),
  );
  return Math.max(FIRST_LEVEL, ...reached.map(({ level }) => level));
}

/** The levels above `before` (null for none) up to and including `level`. A skipped level counts as reached. */
export function levelsGained(definitions: readonly BadgeDefinition[], before: number | null, level: number): number[] {
  return definitions
    .map((definition) => definition.level)
    .filter((gained) => gained > (before ?? 0) && gained <= level);
}

export function badgeLevelOf(definitions: readonly BadgeDefinition[], level: number): BadgeLevel {
  const found = definitions.find((definition) => definition.level === level);
  if (found === undefined) throw new Error(`No badge definition has level ${level}.`);
  return { level, name: found.name, color: found.color };
}

/** The next level and the progress to it in percent. `successful` is the number of engaged drops. */
export function progressFrom(
  definitions: readonly BadgeDefinition[],
  level: number,
  successful: number,
): Pick<Badge, 'next_level' | 'progress'> {
  const next = definitions.find((definition) => definition.level > level);
  if (next === undefined) return { next_level: null, progress: 100 };
  const from = definitions.find((definition) => definition.level === level)?.min_successful_drops ?? 0;
  const to = next.min_successful_drops;
  // `successful` can exceed `to` while the required rate or days are not reached.
  const done = Math.min(Math.max(successful, from), to) - from;
  return {
    next_level: { ...next, drops_to_go: Math.max(0, to - successful) },
    progress: successRateOf(done, to - from),
  };
}
