import { defineTable } from '../table/table.ts';

export const LEASE_TABLES = [
  defineTable('node_lease', {
    holds: 'Nodes that keep facts of accounts in memory',
  }),
];
