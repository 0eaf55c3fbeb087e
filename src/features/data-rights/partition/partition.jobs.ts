import { defineJob } from '#access/job.ts';
import { makePartitions } from './partition.actions.ts';
import { PartitionRun } from './partition.schema.ts';

/** Rows come into a month that is not made if the job did not run for long. */
export const makePartitionsAtStart = makePartitions;

export const PARTITIONS = defineJob({
  name: 'make-partitions',
  cron: '35 3 * * *',
  description: 'Make the partitions of the next months',
  backfillDays: 1,
  run: makePartitions,
  nothing: () => ({ results: { made: [], errors: [] } }),
  isComplete: ({ success }) => success,
  route: {
    path: '/api/cron/make-partitions',
    secrets: 'housekeeping',
    response: PartitionRun,
  },
});
