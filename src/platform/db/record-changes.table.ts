import { erase } from './table/deletion-rules.ts';
import { defineTable } from './table/table.ts';

export const RECORD_CHANGES_TABLES = [
  defineTable('tombstone', {
    holds: 'Ids of deleted records, for clients that sync',
    owner: 'user_id',
    omitted: 'Ids of records that no longer exist.',
    deletion: [erase('user_id')],
  }),
];
