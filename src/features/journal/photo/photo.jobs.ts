import { defineJob } from '../../../access/job.ts';
import { deleteUnusedPhotos } from './photo.actions.ts';
import { PhotoDeletionRun } from './photo.schema.ts';

export const PHOTO_DELETION = defineJob({
  name: 'delete-unused-photos',
  cron: '35 * * * *',
  description: 'Delete photos that were in no entry for a day',
  backfillDays: 0,
  run: deleteUnusedPhotos,
  nothing: () => ({ results: { deleted: 0 } }),
  route: {
    path: '/api/cron/delete-unused-photos',
    secrets: 'housekeeping',
    response: PhotoDeletionRun,
  },
});
