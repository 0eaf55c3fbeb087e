import { sql } from 'kysely';
import { erase } from '#platform/db/table/deletion-rules.ts';
import { Id, Instant, optional, Text } from '#platform/db/table/record-fields.ts';
import { defineTable } from '#platform/db/table/table.ts';

export const PURCHASE_TABLES = [
  defineTable('tone_pack_purchase', {
    holds: 'Bought tone packs',
    owner: 'user_id',
    collections: {
      'packs/purchases': {
        description: 'Packs that the user bought.',
        fields: { id: Id, pack_id: Id, pack_name: Text, transaction_id: optional(Id), created_at: Instant },
        rows: (userId) => sql`
          select tone_pack_purchase.*, name as pack_name
          from tone_pack_purchase join tone_pack on tone_pack.id = pack_id where user_id = ${userId}`,
      },
    },
    deletion: [
      {
        table: 'drops_transaction',
        columns: [],
        where: `exists (select from tone_pack_purchase purchase join tone_pack on tone_pack.id = purchase.pack_id
          where tone_pack.owner_id = :id and (purchase.transaction_id = drops_transaction.id
            or drops_transaction.reason_key = 'refund:' || purchase.transaction_id))`,
        action: 'anonymize',
        set: { description: `'Erased'` },
        reason: 'Buyers keep their transactions, without the name of the pack.',
      },
      erase('user_id'),
    ],
  }),
];
