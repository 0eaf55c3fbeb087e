import type { Actor } from '../../../access/actor.ts';
import { dateSpan } from '../../../platform/days/calendar-date.ts';
import { type PageQuery, paginate } from '../../../platform/http/pagination.ts';
import { longestStreakOf } from '../../workout-window/index.ts';
import { storedStandings, viewOf } from '../battle/battle.actions.ts';
import type { BattleHistory } from '../battle.schema.ts';
import { type CompletedBattleRow, listCompletedBattles } from '../battle.store.ts';
import type { BattleDeps } from '../deps.ts';
import { findContribution, listCheckInDates } from './history.store.ts';

/** Lists a page of executed battles, latest weeks first, with the actor's total contribution. */
export async function readHistory(deps: BattleDeps, actor: Actor, query: PageQuery): Promise<BattleHistory> {
  const { rows, next_cursor } = await paginate(query, (after, limit) => listCompletedBattles(deps.db, after, limit), {
    positionOf: positionByWeek,
  });
  const { chips, wins } = await findContribution(deps.db, actor.userId);
  return {
    battles: rows.map((battle) => viewOf(battle, storedStandings(battle), deps.clock.now())),
    next_cursor,
    userStats: {
      totalChipsContributed: chips,
      battlesWon: wins,
      longestChain: longestStreakOf(await listCheckInDates(deps.db, actor.userId)),
    },
  };
}

/** Pages are ordered by week: a battle can be executed long after its week. */
function positionByWeek({ id, week_start_date }: CompletedBattleRow) {
  return { id, createdAt: dateSpan(week_start_date, 'UTC').startsAt };
}
