import { sql } from 'kysely';
import { type Invariant, violationsOf } from '#platform/db/invariant.ts';

const advice =
  'Do not correct balances by SQL. Stop the server, keep a backup of this state, and restore the last backup that meadow check finds clean.';

export const LEDGER_INVARIANTS: readonly Invariant[] = [
  {
    name: 'wallet.balances',
    holds: 'The balance of a user is the sum of their transactions.',
    advice,
    find: violationsOf(sql`
      select 'profile ' || profile.id || ': balance ' || drops_balance || ', sum ' || coalesce(sum(amount), 0) as violation
      from profile left join drops_transaction on user_id = profile.id
      group by profile.id having drops_balance <> coalesce(sum(amount), 0)`),
  },
  {
    name: 'wallet.ledger-chains',
    holds: 'The transactions of a user lead from 0 to their balance: each starts at the balance after another one.',
    advice,
    // As many rows leave a balance as come to it, except for 0, where they start, and the present balance.
    find: violationsOf(sql`
      select 'profile ' || user_id || ': transactions do not meet at ' || balance as violation
      from (
        select user_id, balance_after - amount as balance, 1 as step from drops_transaction where user_id is not null
        union all select user_id, balance_after, -1 from drops_transaction where user_id is not null
        union all select id, 0, -1 from profile
        union all select id, drops_balance, 1 from profile
      ) as steps
      group by user_id, balance having sum(step) <> 0`),
  },
];
