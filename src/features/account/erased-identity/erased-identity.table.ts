import { defineTable } from '#platform/db/table/table.ts';

export const ERASED_IDENTITY_TABLES = [
  defineTable('erased_identity', {
    holds: 'Keyed digests of erased addresses and subjects, for a year: they get no second signup bonus',
    remains: { digest: 'Cannot be reversed.' },
  }),
];
