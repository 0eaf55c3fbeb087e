import { erase } from '#platform/db/table/deletion-rules.ts';
import { Id, Instant, Text } from '#platform/db/table/record-fields.ts';
import { defineTable } from '#platform/db/table/table.ts';

export const SUBSCRIPTION_TABLES = [
  defineTable('payment_customer', {
    holds: 'The customer at the payment provider',
    owner: 'user_id',
    omitted: 'An id of the payment provider, whose portal has the invoices.',
    deletion: [erase('user_id')],
  }),
  defineTable('subscription', {
    holds: 'Subscriptions',
    owner: 'user_id',
    collections: {
      'account/subscriptions': {
        description: 'Subscriptions.',
        fields: { id: Id, payment_subscription_id: Text, status: Text, created_at: Instant },
        omits: {
          'Order of the messages of the payment provider.': [
            'payment_at',
            'payment_customer_id',
            'payment_kind',
            'state_at',
            'state_kind',
            'state_status',
          ],
        },
      },
    },
    deletion: [erase('user_id')],
  }),
];
