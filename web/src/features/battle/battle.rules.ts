import { addDays, weekdayOf } from '../../shared/days/days.rules.ts';
import type { BattleResult } from './api/queries.ts';

export type Side = 'red' | 'blue';

const DAYS_OF_WEEK = 7;

/** The Monday of the week of an instant. Battles change on Monday at 00:00 UTC. */
export function weekAt(instant: Date): string {
  const day = instant.toISOString().slice(0, 10);
  return addDays(day, -weekdayOf(day));
}

/** Whether a text is the date of a Monday. */
export function isMonday(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || Number.isNaN(Date.parse(text))) return false;
  // Some browsers read 30 February as 2 March.
  return addDays(text, 0) === text && weekdayOf(text) === 0;
}

/** When the battle of a week is fought: on the Monday after it at 12:00 UTC, when the week has ended in all time zones. */
export function foughtAt(week: string): Date {
  return new Date(`${addDays(week, DAYS_OF_WEEK)}T12:00:00Z`);
}

/** The team that is ahead, the one behind, and by how much. Null if they are level. */
export function leadOf({ red, blue }: Record<Side, number>): { leader: Side; other: Side; by: number } | null {
  if (red === blue) return null;
  return red > blue
    ? { leader: 'red', other: 'blue', by: red - blue }
    : { leader: 'blue', other: 'red', by: blue - red };
}

export type Round = BattleResult['rounds'][number];
export type Totals = Record<Side | 'badGuy', number>;

/** The damage of each side after some rounds. */
export function totalsOf(rounds: readonly Round[]): Totals {
  return rounds.reduce(
    (sum, { redDamage, blueDamage, badGuyDamage }) => ({
      red: sum.red + redDamage,
      blue: sum.blue + blueDamage,
      badGuy: sum.badGuy + badGuyDamage,
    }),
    { red: 0, blue: 0, badGuy: 0 },
  );
}

/** Which robots dealt more damage than the bad guy. */
export function beatenBy({ red, blue, badGuy }: Totals): Side | 'both' | 'none' {
  if (red > badGuy) return blue > badGuy ? 'both' : 'red';
  return blue > badGuy ? 'blue' : 'none';
}

/** The user's check-in of today: what it would add, or that it is made. */
export type OwnDay = { isDone: boolean; worth: 1 | 2 };

type Day = { state: string; chain: { before: { status: string } | null } | null };

/** Null if there is nothing to check in today. A check-in earns a second chip if the user before has checked in. */
export function ownDayOf({ state, chain }: Day): OwnDay | null {
  if (!['before', 'open', 'late', 'checked_in'].includes(state)) return null;
  return { isDone: state === 'checked_in', worth: chain?.before?.status === 'completed' ? 2 : 1 };
}

/** The height of each bar in percent of the highest of all days. */
export function heightsOf(chips: readonly number[]): number[] {
  const highest = Math.max(1, ...chips);
  return chips.map((count) => (100 * count) / highest);
}
