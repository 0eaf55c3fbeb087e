import { defineTable } from '#platform/db/table/table.ts';

export const PAYMENT_EVENT_TABLES = [
  defineTable('payment_event', {
    holds: 'Ids and types of events of the payment provider',
    // Thirteen months: until the accounts of a year are closed.
    expires: { name: 'payment_events', of: 'their receipt', column: 'received_at', days: 396 },
  }),
];
