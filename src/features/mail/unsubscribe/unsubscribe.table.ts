import { defineTable } from '#platform/db/table/table.ts';

export const UNSUBSCRIBE_TABLES = [
  defineTable('mail_opt_out', {
    holds: 'Recipients without an account who unsubscribed, by an id',
    remains: { external_recipient_id: 'An id of the feature that writes to them.' },
  }),
];
