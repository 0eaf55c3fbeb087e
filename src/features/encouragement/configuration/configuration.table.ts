import { defineTable } from '#platform/db/table/table.ts';

export const CONFIGURATION_TABLES = [
  defineTable('drop_configuration', {
    holds: 'Settings of the exchange of drops',
  }),
];
