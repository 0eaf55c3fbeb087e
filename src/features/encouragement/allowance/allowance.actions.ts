import type { Actor } from '../../../access/actor.ts';
import { localDateOf } from '../../../platform/days/calendar-date.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { mapRead, type Read } from '../../../platform/db/read.ts';
import type { Configuration } from '../configuration/configuration.schema.ts';
import type { EncouragementDeps } from '../deps.ts';
import { allowanceOn, type DailyLimits, limitErrorOf } from './allowance.rules.ts';
import type { Allowance } from './allowance.schema.ts';
import { claimDrop, findSpending, selectSpendingWithLimits } from './allowance.store.ts';

/** The encouragement drops that the actor can still send today (UTC). */
export function selectAllowance({ db, clock }: Pick<EncouragementDeps, 'db' | 'clock'>, actor: Actor): Read<Allowance> {
  const today = localDateOf(clock.now(), 'UTC');
  return mapRead(selectSpendingWithLimits(db, actor.userId), ({ configuration, spending }) =>
    allowanceOn(today, spending, limitsOf(configuration)),
  );
}

/**
 * Spends one of today's drops of a user and returns the remaining allowance.
 *
 * @throws {drops.allowance-exceeded}
 * @throws {drops.custom-limit-exceeded}
 */
export async function spendDrop(
  tx: Tx,
  { userId, today, isCustom }: { userId: string; today: string; isCustom: boolean },
  configuration: Configuration,
): Promise<Allowance> {
  const limits = limitsOf(configuration);
  const spent = await claimDrop(tx, { userId, today, isCustom, ...limits });
  if (spent !== undefined) return allowanceOn(today, spent, limits);
  throw limitErrorOf(allowanceOn(today, await findSpending(tx, userId), limits), limits, isCustom);
}

function limitsOf({
  daily_allowance,
  max_custom_drops_per_day,
}: Pick<Configuration, 'daily_allowance' | 'max_custom_drops_per_day'>): DailyLimits {
  return { dailyAllowance: daily_allowance, maxCustom: max_custom_drops_per_day };
}
