import type { Actor } from '#access/actor.ts';
import { findWindow, listMatchGroups, windowSpansOn } from '#features/workout-window';
import { addDays, localDateOf } from '#platform/days/calendar-date.ts';
import type { ChainDeps } from '../deps.ts';
import { batchGroups } from './group-batch.rules.ts';
import { type ChainDate, chainErrors, type Matching, type MatchingRun } from './matching.schema.ts';
import {
  addResult,
  attemptGroups,
  GROUP_CONCURRENCY,
  type GroupResult,
  NO_RESULT,
  rebuildGroup,
} from './rebuild.actions.ts';
import { listGroupsWithChains } from './rebuild.store.ts';

/** Number of days after today for which chains exist. */
const DAYS_AHEAD = 7;

/** Matches the actor's matching group for a date, by default the current date in their time zone. Safe to repeat. */
export async function matchOwnGroup(deps: ChainDeps, actor: Actor, request: ChainDate): Promise<Matching> {
  const window = await findWindow(deps.db, actor.userId);
  const today = localDateOf(deps.clock.now(), window?.isOpen ? window.zone : 'UTC');
  const date = request.date ?? today;
  if (date < today || date > addDays(today, DAYS_AHEAD)) throw chainErrors.dateTooFar();
  if (!window?.isOpen) return { ...summaryOf(date, NO_RESULT), message: 'Set up a workout window to be matched.' };
  const counts = await rebuildGroup(deps, window.group, date, windowSpansOn(date));
  return summaryOf(date, { ...NO_RESULT, ...counts });
}

/**
 * Matches all users for a date and the next one, by default today and tomorrow (UTC). A group that fails is listed in the result;
 * the next run tries it again.
 */
export async function matchAllGroups(deps: ChainDeps, request: ChainDate): Promise<MatchingRun> {
  const { date, tomorrow } = datesToMatch(deps, request);
  return {
    success: true,
    message: `All users are matched for ${date} and ${tomorrow}.`,
    today: await matchDate(deps, date),
    tomorrow: await matchDate(deps, tomorrow),
  };
}

/** Returns the result of a run that matches no group. */
export function emptyRun(deps: Pick<ChainDeps, 'clock'>, request: ChainDate): Pick<MatchingRun, 'today' | 'tomorrow'> {
  const { date, tomorrow } = datesToMatch(deps, request);
  return { today: summaryOf(date, NO_RESULT), tomorrow: summaryOf(tomorrow, NO_RESULT) };
}

export function datesToMatch(
  { clock }: Pick<ChainDeps, 'clock'>,
  request: ChainDate,
): { date: string; tomorrow: string } {
  const today = localDateOf(clock.now(), 'UTC');
  const date = request.date ?? today;
  // Yesterday (UTC) is still the current date in some time zones.
  if (date < addDays(today, -1) || date > addDays(today, DAYS_AHEAD)) throw chainErrors.dateTooFarToMatchAll();
  return { date, tomorrow: addDays(date, 1) };
}

async function matchDate(deps: ChainDeps, date: string): Promise<Matching> {
  const spanOf = windowSpansOn(date);
  const open = await listMatchGroups(deps.db);
  const known = new Set(open.map(({ group }) => group));
  const closed = (await listGroupsWithChains(deps.db, date)).filter((group) => !known.has(group));
  const batches = batchGroups(open, closed);
  const total: GroupResult = { ...NO_RESULT, errors: [] };
  const matchRemaining = async () => {
    for (const groups of batches) addResult(total, await attemptGroups(deps, groups, date, spanOf));
  };
  await Promise.all(Array.from({ length: GROUP_CONCURRENCY }, matchRemaining));
  return summaryOf(date, total);
}

function summaryOf(date: string, { chains, squads, failed, errors }: GroupResult): Matching {
  const message =
    failed === 0
      ? `Chains are created for ${date}.`
      : `${failed} groups could not be matched for ${date}. Run the job again.`;
  return { success: failed === 0, message, date, chains, squads, results: { failed, errors } };
}
