import type { Actor } from '#access/actor.ts';
import { summarizeOwnDays } from '#features/check-in';
import { countDropsBetween } from '#features/encouragement';
import { countGoalProgress } from '#features/goal';
import { countMoods, findDateSpan, summarizeWriting } from '#features/journal';
import { listMeans } from '#features/wellbeing';
import { isDateRange } from '#platform/days/date-range.ts';
import type { OverviewDeps } from '../deps.ts';
import { moodsByMonth } from './stats.rules.ts';
import { type Stats, type StatsQuery, statsErrors } from './stats.schema.ts';

/**
 * Sums up the actor's own records of a range of dates in 8 statements, one after another, so that a request holds one connection.
 */
export async function readStats(deps: OverviewDeps, actor: Actor, { from, to, by }: StatsQuery): Promise<Stats> {
  if (!isDateRange(from, to)) throw statsErrors.rangeInvalid();
  const { db, clock } = deps;
  const { userId } = actor;
  const span = await findDateSpan(db, userId, from, to);
  const writing = await summarizeWriting(db, userId, { from, to, now: clock.now() });
  const moods = moodsByMonth(await countMoods(db, userId, from, to));
  const workout = await summarizeOwnDays(deps, actor, from, to);
  const goalCheckIns = await countGoalProgress(db, [userId], from, to);
  const wellbeing = await listMeans(db, userId, { from, to, by: by ?? 'month' });
  const drops = await countDropsBetween(db, userId, span.from, span.until);
  return { writing, moods, workout, goal_check_ins: goalCheckIns.get(userId) ?? 0, wellbeing, drops };
}
