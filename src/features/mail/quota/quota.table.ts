import { COUNTER, erase } from '#platform/db/table/deletion-rules.ts';
import { defineTable } from '#platform/db/table/table.ts';

export const QUOTA_TABLES = [
  defineTable('mail_count', {
    holds: 'Counts of mail on one day, some with the address of the recipient',
    owner: 'user_id',
    expires: { name: 'mail_counts', of: 'their day', column: 'day', days: 2 },
    omitted: COUNTER,
    deletion: [erase('user_id'), erase('counter', `counter in (select 'sent to ' || unnest(:emails))`)],
  }),
];
