import { addDays, localDateOf } from '../../platform/days/calendar-date.ts';
import { MET_ANOTHER_RUN } from '../../platform/jobs/jobs.ts';
import { type GenerationDeps, generateMosaic } from './generation.actions.ts';

type Drawing = { message: string };

/** Draws the mosaic of the date in UTC, as the date is ending there. A run that meets another one does nothing. */
export async function drawMosaicOfToday(deps: GenerationDeps, tick: Date): Promise<Drawing> {
  return drawIn(deps, 'mosaic-of-today', localDateOf(tick, 'UTC'));
}

/** Draws the final mosaic of the day before, from noon UTC on. A run that meets another one does nothing. */
export async function drawMosaicOfYesterday(deps: GenerationDeps, tick: Date): Promise<Drawing> {
  return drawIn(deps, 'mosaic-of-yesterday', addDays(localDateOf(tick, 'UTC'), -1));
}

async function drawIn(deps: GenerationDeps, job: string, date: string): Promise<Drawing> {
  const run = await deps.jobs.runAlone(job, async () => {
    await generateMosaic(deps, null, date);
    return { date };
  });
  return { message: run === null ? MET_ANOTHER_RUN : `The mosaic of ${date} is drawn.` };
}
