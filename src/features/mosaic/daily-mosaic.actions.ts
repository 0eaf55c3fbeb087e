import { addDays, localDateOf } from '../../platform/days/calendar-date.ts';
import { type GenerationDeps, generateMosaic } from './generation.actions.ts';

type Drawing = { success: true; message: string; date: string };

/** The date that the job of today draws. */
export const mosaicDateToday = (scheduledAt: Date) => localDateOf(scheduledAt, 'UTC');

/** The date that the job of yesterday draws. */
export const mosaicDateYesterday = (scheduledAt: Date) => addDays(localDateOf(scheduledAt, 'UTC'), -1);

export async function drawMosaicOf(deps: GenerationDeps, date: string): Promise<Drawing> {
  await generateMosaic(deps, null, date);
  return { success: true, message: `The mosaic of ${date} is drawn.`, date };
}
