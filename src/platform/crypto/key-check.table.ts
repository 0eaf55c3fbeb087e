import { defineTable } from '../db/table/table.ts';

export const KEY_CHECK_TABLES = [
  defineTable('encryption_key_check', {
    holds: 'A known text, encrypted',
  }),
];
