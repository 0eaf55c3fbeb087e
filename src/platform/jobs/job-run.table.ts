import { defineTable } from '../db/table/table.ts';

export const JOB_RUN_TABLES = [
  defineTable('job_run', {
    holds: 'Runs of jobs',
    expires: { name: 'job_runs', of: 'their start', column: 'started_at', days: 90 },
    remains: { result: 'Counts.' },
  }),
];
