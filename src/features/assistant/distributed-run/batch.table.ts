import { TECHNICAL } from '#platform/db/table/deletion-rules.ts';
import { defineTable } from '#platform/db/table/table.ts';

export const BATCH_TABLES = [
  defineTable('assistant_batch', {
    holds: 'Ids of users in the current run of the assistant',
    omitted: TECHNICAL,
    deletion: [
      { columns: ['user_ids'], where: ':id = any (user_ids)', action: 'keep', reason: 'Ids, deleted with the run.' },
    ],
    remains: { job: 'The name of a job.', results: 'Counts of users.' },
  }),
];
