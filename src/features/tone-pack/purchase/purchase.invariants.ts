import { sql } from 'kysely';
import { type Invariant, violationsOf } from '#platform/db/invariant.ts';

export const PURCHASE_INVARIANTS: readonly Invariant[] = [
  {
    name: 'tone-pack.purchases-paid',
    holds: 'Each purchase of a tone pack names a payment by the same user in the ledger.',
    advice: 'Ask the user. A super admin can correct the balance (POST /api/admin/users/:id/drops).',
    find: violationsOf(sql`
      select 'tone_pack_purchase ' || purchase.id as violation
      from tone_pack_purchase purchase left join drops_transaction payment on payment.id = purchase.transaction_id
      where payment.type is distinct from 'purchase' or payment.user_id <> purchase.user_id`),
  },
];
