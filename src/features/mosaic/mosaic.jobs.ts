import type { Job } from '../../platform/jobs/job.ts';
import { drawMosaicOfToday, drawMosaicOfYesterday } from './daily-mosaic.actions.ts';
import type { GenerationDeps } from './generation.actions.ts';

export const MOSAIC_OF_TODAY: Job<GenerationDeps> = {
  name: 'mosaic-of-today',
  cron: '59 23 * * *',
  about: 'Draw the mosaic of the day so far',
  makeUpDays: 0,
  run: drawMosaicOfToday,
};

/** The date has ended everywhere at noon. */
export const MOSAIC_OF_YESTERDAY: Job<GenerationDeps> = {
  name: 'mosaic-of-yesterday',
  cron: '5 12 * * *',
  about: 'Draw the final mosaic of the day before',
  makeUpDays: 1,
  run: drawMosaicOfYesterday,
};
