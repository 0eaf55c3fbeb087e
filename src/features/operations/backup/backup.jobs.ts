import { defineJob } from '#access/job.ts';
import type { OperationsDeps } from '../deps.ts';
import { backUp } from './backup.actions.ts';
import { BACKUP_RUN } from './backup.schema.ts';

/** After the nightly jobs that delete, so that a backup keeps nothing longer than it has to. */
export const BACKUP = defineJob({
  name: BACKUP_RUN,
  cron: '30 4 * * *',
  description: 'Back up database and files to BACKUP_DIR',
  // A machine that was off at night makes it when it starts.
  backfillDays: 1,
  isOn: ({ backups }: OperationsDeps) => backups !== null,
  run: backUp,
  nothing: () => ({ size_bytes: null }),
});
