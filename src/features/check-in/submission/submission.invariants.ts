import { sql } from 'kysely';
import { type Invariant, violationsOf } from '#platform/db/invariant.ts';

export const CHECK_IN_INVARIANTS: readonly Invariant[] = [
  {
    name: 'check-in.positions',
    holds: 'A check-in names the position of its user on its date, and the position knows of it.',
    advice: 'Harmless for users. Report it as a bug.',
    find: violationsOf(sql`
      select 'check_in ' || check_in.id || ': chain ' || chain.id as violation
      from check_in join chain on chain.id = check_in.chain_id
      where chain.user_id <> check_in.user_id or chain.date <> check_in.date or not chain.has_check_in`),
  },
];
