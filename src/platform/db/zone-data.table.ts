import { defineTable } from './table/table.ts';

export const ZONE_DATA_TABLES = [
  defineTable('zone_data', {
    holds: 'The release of the rules of time zones',
    remains: { version: 'Of the rules.', unknown_zones: 'Names of zones, without their users.' },
  }),
  defineTable('zone_period', {
    holds: 'Rules of time zones',
    remains: { zone: 'The name of a zone.' },
  }),
];
