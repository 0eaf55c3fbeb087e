import { anonymize, BY_ID } from '#platform/db/table/deletion-rules.ts';
import { Id, Instant, Text, Whole } from '#platform/db/table/record-fields.ts';
import { defineTable } from '#platform/db/table/table.ts';

export const LEDGER_TABLES = [
  defineTable('drops_transaction', {
    holds: 'Transactions of drops',
    owner: 'user_id',
    collections: {
      'wallet/transactions': {
        description: 'Every change of the balance of drops.',
        fields: { id: Id, type: Text, amount: Whole, balance_after: Whole, description: Text, created_at: Instant },
        omits: { 'The ids of the cause.': ['reason_key'] },
      },
    },
    deletion: [
      anonymize('user_id', { description: `'Erased'` }, `The ledger stays, so that all balances add up. ${BY_ID}`),
    ],
    remains: { reason_key: 'The kind and ids of the cause.' },
  }),
];
