import { type NewNotification, notifyOrFail } from '#features/notification';
import { type BattleRow, type CompletedBattleRow, updateNotifiedAt } from '../battle.store.ts';
import type { BattleDeps } from '../deps.ts';
import { daysOf } from '../week.rules.ts';
import { type Fighter, listFighters } from './fighter.store.ts';
import { openingNotificationOf, resultsNotificationOf } from './notification.template.ts';

/** Users notified in one transaction. */
const NOTIFY_BATCH_SIZE = 1_000;

/**
 * Notifies all users in a chain of the week that it has begun. Safe to repeat: each user is notified once. Throws if some could
 * not be notified; the next call continues.
 */
export async function notifyOpening(deps: BattleDeps, battle: BattleRow): Promise<void> {
  if (battle.opening_notified_at !== null) return;
  const weekStart = battle.week_start_date;
  await notifyAll(deps, weekStart, (fighter) => openingNotificationOf(weekStart, fighter));
  await updateNotifiedAt(deps.db, battle.id, 'opening_notified_at', deps.clock.now());
}

/** `notifyOpening` for the result of an executed battle. */
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
