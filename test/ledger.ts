import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '#platform/db/database.ts';

/**
 * Fails unless each balance is the sum of the user's ledger rows, and the rows form a chain: the first starts at 0, each other at the
 * end of another.
 */
export async function expectLedgerToBalance(db: Db): Promise<void> {
  const sums = await sql`
    select profile.id, drops_balance, coalesce(sum(amount), 0)::int as sum_of_ledger
    from profile left join drops_transaction on user_id = profile.id
    group by profile.id having drops_balance <> coalesce(sum(amount), 0)`.execute(db);
  expect(sums.rows, 'people whose balance is not what the ledger says').toEqual([]);

  // Each balance is the end of as many rows as start from it, except 0, where the chain starts, and the current balance, where it ends.
  const breaks = await sql`
    select user_id, balance from (
      select user_id, balance_after - amount as balance, 1 as step from drops_transaction where user_id is not null
      union all select user_id, balance_after, -1 from drops_transaction where user_id is not null
      union all select id, 0, -1 from profile
      union all select id, drops_balance, 1 from profile
    ) as steps group by user_id, balance having sum(step) <> 0`.execute(db);
  expect(breaks.rows, 'balances at which the rows of a person do not follow from each other').toEqual([]);
}
