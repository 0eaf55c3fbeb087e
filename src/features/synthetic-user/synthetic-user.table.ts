import { erase } from '#platform/db/table/deletion-rules.ts';
import { defineTable } from '#platform/db/table/table.ts';

export const SYNTHETIC_USER_TABLES = [
  defineTable('synthetic_user', {
    holds: 'Settings of synthetic users, who are not people',
    owner: 'user_id',
    omitted: 'A synthetic user is not a person.',
    deletion: [erase('user_id')],
  }),
];
