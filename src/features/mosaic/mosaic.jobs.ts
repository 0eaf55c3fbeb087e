import { defineJob } from '#access/job.ts';
import type { MosaicDeps } from './deps.ts';
import { drawMosaic, mosaicDateToday, mosaicDateYesterday } from './generation.actions.ts';

export const MOSAIC_OF_TODAY = defineJob({
  name: 'mosaic-of-today',
  cron: '59 23 * * *',
  description: 'Draw the mosaic of today so far',
  backfillDays: 0,
  run: (deps: MosaicDeps, { scheduledAt }) => drawMosaic(deps, mosaicDateToday(scheduledAt)),
  nothing: (_, { scheduledAt }) => ({ date: mosaicDateToday(scheduledAt) }),
});

/** Runs after noon UTC, when the date has ended in all time zones. */
export const MOSAIC_OF_YESTERDAY = defineJob({
  name: 'mosaic-of-yesterday',
  cron: '5 12 * * *',
  description: 'Draw the final mosaic of yesterday',
  backfillDays: 1,
  run: (deps: MosaicDeps, { scheduledAt }) => drawMosaic(deps, mosaicDateYesterday(scheduledAt)),
  nothing: (_, { scheduledAt }) => ({ date: mosaicDateYesterday(scheduledAt) }),
});
