import { defineJob } from '#access/job.ts';
import { SyncRun } from './sync.schema.ts';
import { syncAllAccounts } from './sync-job.actions.ts';

export const MUSIC_SYNC = defineJob({
  name: 'sync-all',
  cron: '*/15 * * * *',
  description: 'Sync the plays of all music accounts',
  backfillDays: 0,
  run: syncAllAccounts,
  skip: ({ music }) => (music.isConfigured ? null : 'No music service is configured: MUSIC_CLIENT_ID is not set.'),
  nothing: () => ({ results: { total: 0, synced: 0, failed: 0, errors: [] } }),
  route: {
    path: '/api/music/sync-all',
    secrets: 'music',
    details: 'An hourly call is enough. A repeated call continues with the accounts that have waited longest.',
    response: SyncRun,
  },
});
