import type { ChainDeps } from '#features/chain';
import { systemClock } from '#platform/clock.ts';
import { addDays, localDateOf } from '#platform/days/calendar-date.ts';
import { createDatabase } from '#platform/db/database.ts';
import { createIds } from '#platform/ids.ts';
import { createLogger } from '#platform/log.ts';
import { systemRandom } from '#platform/random.ts';
import { createWorkers } from '#platform/workers/workers.ts';
import { matchAllGroups } from '../../src/features/chain/matching/matching.actions.ts';
import { createRematches } from '../../src/features/chain/matching/rematch.actions.ts';
import { type LoopDelay, watchLoopDelay } from '../loop-delay.ts';

/*
 * A process of its own for each run of the job, so that its memory is that of one run. It is given the address of the database
 * and how many days ahead the dates are, and writes its measurement as a line of JSON.
 */

export type JobMeasurement = {
  /** Whether all users were matched. */
  success: boolean;
  seconds: number;
  /** Of processor time, of this process alone. */
  processorSeconds: number;
  /** Rows of both dates that there are then. */
  rows: number;
  /** Megabytes that the process held at most during the first tenth of the run, and during the rest of it. */
  megabytes: { firstTenth: number; rest: number };
  delay: LoopDelay;
};

const MEMORY_EVERY_MS = 20;

type Run = Pick<JobMeasurement, 'success' | 'rows'>;

async function run(connectionString: string, daysAhead: number): Promise<Run> {
  const log = createLogger('error', process.stderr);
  const ids = createIds(systemClock, systemRandom);
  const database = createDatabase({ connectionString, onIdleError: (error) => log.error(error) });
  const workers = createWorkers();
  try {
    const date = addDays(localDateOf(systemClock.now(), 'UTC'), daysAhead);
    const rematches = createRematches(() => deps, log);
    const deps: ChainDeps = { db: database.db, clock: systemClock, ids, log, workers, rematches };
    const dates = await matchAllGroups(deps, { date });
    const matchings = [dates.today, dates.tomorrow];
    return {
      success: matchings.every(({ success }) => success),
      rows: matchings.reduce((sum, { chains, squads }) => sum + chains + squads, 0),
    };
  } finally {
    await workers.close();
    await database.close();
  }
}

async function measure(work: () => Promise<Run>): Promise<JobMeasurement> {
  const memory: { at: number; megabytes: number }[] = [];
  const before = process.cpuUsage();
  const start = performance.now();
  const look = () => memory.push({ at: performance.now() - start, megabytes: process.memoryUsage.rss() / 2 ** 20 });
  look();
  const watch = setInterval(look, MEMORY_EVERY_MS);
  const tellDelay = watchLoopDelay();
  const result = await work();
  const delay = tellDelay();
  clearInterval(watch);
  look();
  const milliseconds = performance.now() - start;
  const { user, system } = process.cpuUsage(before);
  const mostOf = (isMeant: (at: number) => boolean) =>
    Math.round(Math.max(...memory.filter(({ at }) => isMeant(at)).map(({ megabytes }) => megabytes)));
  return {
    ...result,
    seconds: milliseconds / 1000,
    processorSeconds: (user + system) / 1e6,
    megabytes: { firstTenth: mostOf((at) => at <= milliseconds / 10), rest: mostOf((at) => at > milliseconds / 10) },
    delay,
  };
}

const [url = '', daysAhead] = process.argv.slice(2);
process.stdout.write(`${JSON.stringify(await measure(() => run(url, Number(daysAhead))))}\n`);
