import { defineTable } from '#platform/db/table/table.ts';

export const BATTLE_TABLES = [
  defineTable('battle', {
    holds: 'Weekly battles: sums of the teams',
    remains: { battle_result: 'Figures and texts about the teams.', daily_stats: 'Figures of the teams.' },
  }),
];
