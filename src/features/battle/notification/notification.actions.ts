import { type NewNotification, notifyOrFail } from '../../notification/index.ts';
import { type BattleRow, type CompletedBattleRow, updateNotifiedAt } from '../battle.store.ts';
import type { BattleDeps } from '../deps.ts';
import { daysOf } from '../week.rules.ts';
import { type Fighter, listFighters } from './fighter.store.ts';
import { openingNotificationOf, resultsNotificationOf } from './notification.template.ts';

/** As many people as are told in one statement. */
const NOTIFY_BATCH_SIZE = 1_000;

/**
 * Tells everybody who is in a chain of the week so far that it has begun, unless that is done. Repeating it tells nobody twice.
 * Throws where somebody could not be told; it is not done then.
 */
export async function notifyOpening(deps: BattleDeps, battle: BattleRow): Promise<void> {
  if (battle.opening_notified_at !== null) return;
  const weekStart = battle.week_start_date;
  await notifyAll(deps, weekStart, (fighter) => openingNotificationOf(weekStart, fighter));
  await updateNotifiedAt(deps.db, battle.id, 'opening_notified_at', deps.clock.now());
}

/** The same of everybody who was in a chain of the week, and how its battle ended. */
export async function notifyResults(deps: BattleDeps, battle: CompletedBattleRow): Promise<void> {
  if (battle.results_notified_at !== null) return;
  const { week_start_date: weekStart, winner } = battle;
  const { finalOutcome } = battle.battle_result;
  await notifyAll(deps, weekStart, (fighter) => resultsNotificationOf({ weekStart, winner, finalOutcome }, fighter));
  await updateNotifiedAt(deps.db, battle.id, 'results_notified_at', deps.clock.now());
}

async function notifyAll(
  deps: BattleDeps,
  weekStart: string,
  notificationOf: (fighter: Fighter) => NewNotification,
): Promise<void> {
  const days = daysOf(weekStart);
  let after: string | null = null;
  do {
    const fighters: Fighter[] = await listFighters(deps.db, days, after, NOTIFY_BATCH_SIZE);
    await deps.db.transaction().execute((tx) => notifyOrFail(deps, tx, fighters.map(notificationOf)));
    after = fighters.length === NOTIFY_BATCH_SIZE ? (fighters.at(-1)?.userId ?? null) : null;
  } while (after !== null);
}
