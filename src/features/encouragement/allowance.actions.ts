import type { Actor } from '../../access/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import { localDateOf } from '../../platform/days/calendar-date.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { allowanceOn, checkSpending, type DailyLimits } from './allowance.rules.ts';
import type { Allowance } from './allowance.schema.ts';
import { claimDrop, findSpending } from './allowance.store.ts';
import type { Configuration } from './configuration.schema.ts';
import { findConfiguration } from './configuration.store.ts';

/** What the actor may still send today. */
export async function readAllowance(deps: { db: Db; clock: Clock }, actor: Actor): Promise<Allowance> {
  const [configuration, spending] = await Promise.all([
    findConfiguration(deps.db),
    findSpending(deps.db, actor.userId),
  ]);
  return allowanceOn(localDateOf(deps.clock.now(), 'UTC'), spending, limitsOf(configuration));
}

/**
 * Spends one of a person's drops of today, and returns what is left. Throws `drops.allowance-exceeded` or
 * `drops.custom-limit-exceeded`.
 */
export async function spendDrop(
  tx: Tx,
  { userId, today, isCustom }: { userId: string; today: string; isCustom: boolean },
  configuration: Configuration,
): Promise<Allowance> {
  const limits = limitsOf(configuration);
  const spent = await claimDrop(tx, { userId, today, isCustom, ...limits });
  if (spent !== undefined) return allowanceOn(today, spent, limits);
  throw checkSpending(allowanceOn(today, await findSpending(tx, userId), limits), limits, isCustom);
}

function limitsOf({ daily_allowance, max_custom_drops_per_day }: Configuration): DailyLimits {
  return { dailyAllowance: daily_allowance, maxCustom: max_custom_drops_per_day };
}
