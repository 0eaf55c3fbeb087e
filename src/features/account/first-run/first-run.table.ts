import { defineTable } from '#platform/db/table/table.ts';

export const FIRST_RUN_TABLES = [
  defineTable('first_run_code', {
    holds: 'The id of the code that makes the first super admin',
  }),
];
