import type { Actor } from '#access/actor.ts';
import { listChainDates } from '#features/chain';
import {
  dateOfMoment,
  findWindow,
  longestStreakOf,
  ownDayStateOf,
  streaksOf,
  type UserWindow,
} from '#features/workout-window';
import { addDays, localDateOf } from '#platform/days/calendar-date.ts';
import { isDateRange } from '#platform/days/date-range.ts';
import { checkInErrors } from '../check-in.schema.ts';
import { listCheckInDays, listCheckInsBetween } from '../check-in.store.ts';
import { viewOfCheckIn } from '../check-in-view.actions.ts';
import type { CheckInDeps } from '../deps.ts';
import type { OwnDays, OwnDaysQuery } from './own-days.schema.ts';

const DEFAULT_RANGE_DAYS = 30;

/** Lists the actor's check-ins of a range of dates, oldest first, with the streaks of all their check-ins. */
export async function readOwnDays(deps: CheckInDeps, actor: Actor, query: OwnDaysQuery): Promise<OwnDays> {
  const now = deps.clock.now();
  const window = await findWindow(deps.db, actor.userId);
  const { from, to } = requireRange(query, todayOf(window, now));
  const rows = await listCheckInsBetween(deps.db, actor.userId, from, to);
  const { current, longest } = streaksOf(await listCheckInDays(deps.db, actor.userId), window ?? null, now);
  // Only a closed window needs them.
  const chainDates = new Set(window?.isOpen === false ? await listChainDates(deps.db, actor.userId, from, to) : []);
  const statusOn = new Map(rows.map(({ date, status }) => [date, status]));
  return {
    days: datesBetween(from, to).map((date) => {
      const facts = { status: statusOn.get(date) ?? null, window: window ?? null, isInChain: chainDates.has(date) };
      return { date, state: ownDayStateOf(facts, date, now) };
    }),
    checkins: rows.map((row) => viewOfCheckIn(deps, row, { isOwn: true, showsPhoto: true })),
    total_chips: rows.reduce(
      (sum, { status, battle_chips_earned: chips }) => sum + (status === 'verified' ? chips : 0),
      0,
    ),
    current_streak: current,
    longest_streak: longest,
  };
}

function datesBetween(from: string, to: string): string[] {
  const dates: string[] = [];
  for (let date = from; date <= to; date = addDays(date, 1)) dates.push(date);
  return dates;
}

/**
 * Counts the actor's check-ins that are not rejected from one date to another (inclusive), with the streaks as `readOwnDays` counts
 * them; the longest one within the range. Costs two statements.
 */
export async function summarizeOwnDays(deps: CheckInDeps, actor: Actor, from: string, to: string): Promise<OwnSummary> {
  const window = await findWindow(deps.db, actor.userId);
  const days = await listCheckInDays(deps.db, actor.userId);
  const within = days.filter(({ date, status }) => from <= date && date <= to && status !== 'rejected');
  return {
    check_ins: within.length,
    current_streak: streaksOf(days, window ?? null, deps.clock.now()).current,
    longest_streak: longestStreakOf(
      within.map(({ date }) => date),
      window?.rest,
    ),
  };
}

type OwnSummary = { check_ins: number; current_streak: number; longest_streak: number };

/** The date that a check-in would count for now. Without a window it is today in UTC. */
function todayOf(window: UserWindow | undefined, now: Date): string {
  return window === undefined ? localDateOf(now, 'UTC') : dateOfMoment(now, window);
}

function requireRange(query: OwnDaysQuery, today: string): { from: string; to: string } {
  const to = query.to ?? today;
  const from = query.from ?? addDays(to, -DEFAULT_RANGE_DAYS);
  if (!isDateRange(from, to)) throw checkInErrors.rangeInvalid();
  return { from, to };
}
