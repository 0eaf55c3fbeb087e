import { defineTable } from '#platform/db/table/table.ts';

export const SPONSOR_DIGEST_TABLES = [
  defineTable('sponsor_digest', {
    holds: 'Weeks of which a sponsor got a digest',
  }),
];
