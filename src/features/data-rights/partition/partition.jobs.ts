import { defineJob } from '#access/job.ts';
import { makePartitions } from './partition.actions.ts';
import { PartitionRun } from './partition.schema.ts';

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
