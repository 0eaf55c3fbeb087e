import type { Actor } from '#access/actor.ts';
import { localDateOf } from '#platform/days/calendar-date.ts';
import { executeRead, mapRead, type Read } from '#platform/db/read.ts';
import type { Configuration } from '../configuration/configuration.schema.ts';
import type { EncouragementDeps } from '../deps.ts';
import { allowanceOn, type DailyLimits } from './allowance.rules.ts';
import type { Allowance } from './allowance.schema.ts';
import { selectSpendingWithLimits } from './allowance.store.ts';

/** The encouragement drops that the actor can still send today (UTC). */
export function selectAllowance({ db, clock }: Pick<EncouragementDeps, 'db' | 'clock'>, actor: Actor): Read<Allowance> {
  const today = localDateOf(clock.now(), 'UTC');
  return mapRead(selectSpendingWithLimits(db, actor.userId), ({ configuration, spending }) =>
    allowanceOn(today, spending, limitsOf(configuration)),
  );
}

export async function readAllowance(deps: Pick<EncouragementDeps, 'db' | 'clock'>, actor: Actor): Promise<Allowance> {
  return executeRead(deps.db, selectAllowance(deps, actor));
}

export function limitsOf({
  daily_allowance,
  max_custom_drops_per_day,
}: Pick<Configuration, 'daily_allowance' | 'max_custom_drops_per_day'>): DailyLimits {
  return { dailyAllowance: daily_allowance, maxCustom: max_custom_drops_per_day };
}
