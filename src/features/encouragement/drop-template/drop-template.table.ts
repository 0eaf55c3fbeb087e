import { defineTable } from '#platform/db/table/table.ts';

export const DROP_TEMPLATE_TABLES = [
  defineTable('drop_template', {
    holds: 'Prepared texts of drops',
  }),
];
