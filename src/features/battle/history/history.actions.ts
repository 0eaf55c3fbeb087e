import type { Actor } from '#access/actor.ts';
import { listRestPeriods, longestStreakOf } from '#features/workout-window';
import { dateSpan } from '#platform/days/calendar-date.ts';
import { type PageQuery, paginate } from '#platform/http/pagination.ts';
import { storedStandings, viewOf } from '../battle/battle.actions.ts';
import type { BattleHistory } from '../battle.schema.ts';
import { type CompletedBattleRow, listCompletedBattles } from '../battle.store.ts';
import type { BattleDeps } from '../deps.ts';
import { findContribution, listCheckInDates } from './history.store.ts';

/** Lists a page of executed battles, latest weeks first, with the actor's total contribution. */
export async function readHistory(deps: BattleDeps, actor: Actor, query: PageQuery): Promise<BattleHistory> {
  const { page, contribution, dates, rest } = await deps.read(async (db) => ({
    page: await paginate(query, (after, limit) => listCompletedBattles(db, after, limit), {
      positionOf: positionByWeek,
    }),
    contribution: await findContribution(db, actor.userId),
    dates: await listCheckInDates(db, actor.userId),
    rest: await listRestPeriods(db, actor.userId),
  }));
  return {
    battles: page.rows.map((battle) => viewOf(battle, storedStandings(battle), deps.clock.now())),
    next_cursor: page.next_cursor,
    userStats: {
      totalChipsContributed: contribution.chips,
      battlesWon: contribution.wins,
      longestChain: longestStreakOf(dates, rest),
    },
  };
}

/** Pages are ordered by week: a battle can be executed long after its week. */
function positionByWeek({ id, week_start_date }: CompletedBattleRow) {
  return { id, createdAt: dateSpan(week_start_date, 'UTC').startsAt };
}
