import { defineTable } from '#platform/db/table/table.ts';

export const COMPETITION_TABLES = [
  defineTable('competition', {
    holds: 'Competitions of the lab',
    remains: { scoring_config: 'Points.' },
  }),
];
