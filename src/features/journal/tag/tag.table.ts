import { erase } from '#platform/db/table/deletion-rules.ts';
import { defineTable } from '#platform/db/table/table.ts';

export const TAG_TABLES = [
  defineTable('journal_tag', {
    holds: 'Tags of entries, as first written',
    owner: 'user_id',
    omitted: 'They are in the entries.',
    deletion: [erase('user_id')],
  }),
];
