import type { AppError } from '../../platform/errors.ts';
import { type Allowance, allowanceErrors } from './allowance.schema.ts';

/** What a day gives everybody. */
export type DailyLimits = { dailyAllowance: number; maxCustom: number };

/** What somebody has spent on a day, and the bonus drops that they have left. */
export type Spending = {
  /** The day (UTC) that the next three are of. */
  day: string;
  daily_used: number;
  bonus_used: number;
  custom_used: number;
  bonus_remaining: number;
};

/** What somebody may send on a date, who may have sent nothing before. Bonus drops do not end with the day. */
export function allowanceOn(date: string, spending: Spending | undefined, { dailyAllowance }: DailyLimits): Allowance {
  const isOfDate = spending !== undefined && spending.day >= date;
  const { daily_used, bonus_used, custom_used } = isOfDate ? spending : NOTHING_SPENT;
  const bonusLeft = spending?.bonus_remaining ?? 0;
  return {
    date,
    daily_allowance: dailyAllowance,
    drops_used: daily_used + bonus_used,
    bonus_drops_earned: bonusLeft + bonus_used,
    custom_used,
    total_available: Math.max(0, dailyAllowance - daily_used) + bonusLeft,
  };
}

const NOTHING_SPENT = { daily_used: 0, bonus_used: 0, custom_used: 0 };

/** Why a drop could not be spent: without any left, it does not matter who wrote it. */
export function checkSpending(allowance: Allowance, { maxCustom }: DailyLimits, isCustom: boolean): AppError {
  const isCustomLimit = isCustom && allowance.custom_used >= maxCustom && allowance.total_available > 0;
  return isCustomLimit ? allowanceErrors.customLimitExceeded() : allowanceErrors.allowanceExceeded();
}
