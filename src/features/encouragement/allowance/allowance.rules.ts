import type { AppError } from '#platform/errors.ts';
import { type Allowance, allowanceErrors } from './allowance.schema.ts';

/** The configured limits of each user and day. */
export type DailyLimits = { dailyAllowance: number; maxCustom: number };

/** The drops that a user has spent on a day, and the remaining bonus drops. */
export type Spending = {
  /** The day (UTC) of the three `…_used` counters. */
  day: string;
  daily_used: number;
  bonus_used: number;
  custom_used: number;
  bonus_remaining: number;
};

/** The allowance of a user on a date. `spending` is undefined if the user never sent a drop. Bonus drops do not expire. */
export function allowanceOn(date: string, spending: Spending | undefined, { dailyAllowance }: DailyLimits): Allowance {
  const isOfDate = spending !== undefined && spending.day >= date;
  const { daily_used, bonus_used, custom_used } = isOfDate ? spending : NOTHING_SPENT;
  const bonusRemaining = spending?.bonus_remaining ?? 0;
  return {
    date,
    daily_allowance: dailyAllowance,
    drops_used: daily_used + bonus_used,
    bonus_drops_earned: bonusRemaining + bonus_used,
    custom_used,
    total_available: Math.max(0, dailyAllowance - daily_used) + bonusRemaining,
  };
}

const NOTHING_SPENT = { daily_used: 0, bonus_used: 0, custom_used: 0 };

/** The error for a drop that could not be spent. Without any drops left, the custom limit does not matter. */
export function limitErrorOf(allowance: Allowance, { maxCustom }: DailyLimits, isCustom: boolean): AppError {
  const isCustomLimit = isCustom && allowance.custom_used >= maxCustom && allowance.total_available > 0;
  return isCustomLimit ? allowanceErrors.customLimitExceeded() : allowanceErrors.allowanceExceeded();
}
