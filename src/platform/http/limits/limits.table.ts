import { COUNTER, erase } from '../../db/table/deletion-rules.ts';
import { defineTable } from '../../db/table/table.ts';

export const LIMITS_TABLES = [
  defineTable('rate_limit', {
    holds: 'Recent requests, by id or IP address, for an hour at most',
    omitted: COUNTER,
    deletion: [
      {
        columns: ['key'],
        where: `key like '%' || :id::text`,
        action: 'erase',
      },
    ],
  }),
  defineTable('text_count', {
    holds: 'Bytes of text sent on one day',
    owner: 'user_id',
    omitted: COUNTER,
    deletion: [erase('user_id')],
  }),
];
