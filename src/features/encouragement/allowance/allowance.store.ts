import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { onlyRow } from '#platform/db/only-row.ts';
import { mapRead, type Read, toRead } from '#platform/db/read.ts';
import type { Configuration } from '../configuration/configuration.schema.ts';
import type { DailyLimits, Spending } from './allowance.rules.ts';

export async function findSpending(db: Db, userId: string): Promise<Spending | undefined> {
  return db
    .selectFrom('drop_sender')
    .select(['day', 'daily_used', 'bonus_used', 'custom_used', 'bonus_remaining'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

export type SpendingWithLimits = {
  configuration: Pick<Configuration, 'daily_allowance' | 'max_custom_drops_per_day'>;
  spending: Spending | undefined;
};

/** `findSpending` with the configured limits. */
export function selectSpendingWithLimits(db: Db, userId: string): Read<SpendingWithLimits> {
  const query = db
    .selectFrom('drop_configuration')
    .leftJoin('drop_sender', (join) => join.on('user_id', '=', userId))
    .select(['daily_allowance', 'max_custom_drops_per_day'])
    .select(['day', 'daily_used', 'bonus_used', 'custom_used', 'bonus_remaining']);
  return mapRead(toRead(query, {}), (rows) => {
    const { daily_allowance, max_custom_drops_per_day, ...spending } = onlyRow(rows);
    return {
      configuration: { daily_allowance, max_custom_drops_per_day },
      spending: spending.day === null ? undefined : (spending as Spending),
    };
  });
}

export type DropToSpend = DailyLimits & { userId: string; today: string; isCustom: boolean };

/**
 * A statement that spends one drop of today: from the daily allowance first, then from the bonus. Also updates the sender's total and
 * streak. Returns no row and changes nothing if a limit is reached. Concurrent calls for the same user wait for the transaction.
 *
 * The stored day never decreases, so a node whose clock is behind spends from the day that another node has started.
 */
export function claimDrop({ userId, today, isCustom, dailyAllowance, maxCustom }: DropToSpend): RawBuilder<Spending> {
  const usedToday = (column: string) =>
    sql`case when sender.day < excluded.day then 0 else ${sql.ref(`sender.${column}`)} end`;
  const hasDailyLeft = sql`(${usedToday('daily_used')} < ${dailyAllowance}::integer)`;
  return sql<Spending>`
    insert into drop_sender as sender (
      user_id, day, daily_used, custom_used, total_sent, last_sent_day, consecutive_days
    )
    select ${userId}::uuid, ${today}::date, 1, ${isCustom ? 1 : 0}::integer, 1, ${today}::date, 1
    -- A known sender can have bonus drops although the daily allowance is 0.
    where exists (select from drop_sender where user_id = ${userId})
      or (${dailyAllowance}::integer > 0 and (not ${isCustom}::boolean or ${maxCustom}::integer > 0))
    on conflict (user_id) do update set
      day = greatest(sender.day, excluded.day),
      daily_used = ${usedToday('daily_used')} + case when ${hasDailyLeft} then 1 else 0 end,
      bonus_used = ${usedToday('bonus_used')} + case when ${hasDailyLeft} then 0 else 1 end,
      bonus_remaining = sender.bonus_remaining - case when ${hasDailyLeft} then 0 else 1 end,
      custom_used = ${usedToday('custom_used')} + excluded.custom_used,
      total_sent = sender.total_sent + 1,
      consecutive_days = case
        when sender.last_sent_day >= excluded.day then sender.consecutive_days
        when sender.last_sent_day = excluded.day - 1 then sender.consecutive_days + 1
        else 1 end,
      last_sent_day = greatest(sender.last_sent_day, excluded.day)
    where (${hasDailyLeft} or sender.bonus_remaining > 0)
      and (not ${isCustom}::boolean or ${usedToday('custom_used')} < ${maxCustom}::integer)
    returning day, daily_used, bonus_used, custom_used, bonus_remaining`;
}
