import { defineJob } from '../../../access/job.ts';
import { purgeExpiredTrash } from './trash.actions.ts';
import { TrashPurgeRun } from './trash.schema.ts';

export const TRASH_PURGE = defineJob({
  name: 'purge-trash',
  cron: '50 3 * * *',
  description: 'Purge entries and notebooks 30 days after their deletion',
  backfillDays: 0,
  run: purgeExpiredTrash,
  nothing: () => ({ results: { purged: 0, tombstones: 0 } }),
  route: {
    path: '/api/cron/purge-trash',
    secrets: 'housekeeping',
    response: TrashPurgeRun,
  },
});
