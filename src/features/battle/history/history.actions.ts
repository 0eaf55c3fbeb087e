import type { Actor } from '../../../access/actor.ts';
import { dateSpan } from '../../../platform/days/calendar-date.ts';
import { type PageQuery, parsePage, toPage, writeCursor } from '../../../platform/http/pagination.ts';
import { longestStreakOf } from '../../chain/index.ts';
import { storedStandings, viewOf } from '../battle/battle.actions.ts';
import type { BattleHistory } from '../battle.schema.ts';
import { type CompletedBattleRow, listCompletedBattles } from '../battle.store.ts';
import type { BattleDeps } from '../deps.ts';
import { findContribution, listCheckInDates } from './history.store.ts';

/** The battles that were fought, those of the latest weeks first, and what the actor has given in all. */
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

/** Battles are listed by their weeks: one may be written down long after its own. */
function byWeek(battle: CompletedBattleRow) {
  return { id: battle.id, created_at: dateSpan(battle.week_start_date, 'UTC').startsAt, battle };
}
