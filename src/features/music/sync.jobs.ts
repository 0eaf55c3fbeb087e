import type { Job } from '../../platform/jobs/job.ts';
import { type SyncJobDeps, syncEverybody } from './sync-job.actions.ts';

export const MUSIC_SYNC: Job<SyncJobDeps> = {
  name: 'sync-all',
  cron: '*/15 * * * *',
  about: 'Sync what everybody has played',
  makeUpDays: 0,
  run: syncEverybody,
};
