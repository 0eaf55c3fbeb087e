import { KEY_CHECK_TABLES } from './crypto/key-check.table.ts';
import { LEASE_TABLES } from './db/lease/lease.table.ts';
import { RECORD_CHANGES_TABLES } from './db/record-changes.table.ts';
import type { Table } from './db/table/table-facts.ts';
import { ZONE_DATA_TABLES } from './db/zone-data.table.ts';
import { IDEMPOTENCY_TABLES } from './http/idempotency/idempotency.table.ts';
import { LIMITS_TABLES } from './http/limits/limits.table.ts';
import { JOB_RUN_TABLES } from './jobs/job-run.table.ts';

/** The tables of the platform. */
export const PLATFORM_TABLES: readonly Table[] = [
  ...IDEMPOTENCY_TABLES,
  ...LIMITS_TABLES,
  ...RECORD_CHANGES_TABLES,
  ...JOB_RUN_TABLES,
  ...LEASE_TABLES,
  ...KEY_CHECK_TABLES,
  ...ZONE_DATA_TABLES,
];
