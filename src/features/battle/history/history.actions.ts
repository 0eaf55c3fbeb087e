import type { Actor } from '../../../access/actor.ts';
import { dateSpan } from '../../../platform/days/calendar-date.ts';
import { type PageQuery, parsePage, toPage, writeCursor } from '../../../platform/http/pagination.ts';
import { longestStreakOf } from '../../chain/index.ts';
import { storedStandings, viewOf } from '../battle/battle.actions.ts';
import type { BattleHistory } from '../battle.schema.ts';
import { type CompletedBattleRow, listCompletedBattles } from '../battle.store.ts';
import type { BattleDeps } from '../deps.ts';
import { findContribution, listCheckInDates } from './history.store.ts';

/** Lists a page of executed battles, latest weeks first, with the actor's total contribution. */
export async function readHistory(deps: BattleDeps, actor: Actor, query: PageQuery): Promise<BattleHistory> {
  const { limit, after } = parsePage(query);
  const battles = await listCompletedBattles(deps.db, after, limit + 1);
  const page = toPage(battles.map(byWeek), limit);
  const { chips, wins } = await findContribution(deps.db, actor.userId);
  return {
    battles: page.rows.map(({ battle }) => viewOf(battle, storedStandings(battle), deps.clock.now())),
    next_cursor: writeCursor(page.next),
    userStats: {
      totalChipsContributed: chips,
      battlesWon: wins,
      longestChain: longestStreakOf(await listCheckInDates(deps.db, actor.userId)),
    },
  };
}

/** Pages are ordered by week: a battle can be executed long after its week. */
function byWeek(battle: CompletedBattleRow) {
  return { id: battle.id, created_at: dateSpan(battle.week_start_date, 'UTC').startsAt, battle };
}
