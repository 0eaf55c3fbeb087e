import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Cluster, withClient } from '../cluster.ts';
import { type LoopDelay, watchLoopDelay } from '../loop-delay.ts';
import { processorSecondsOfServer } from '../processor-time.ts';
import { waitForQuiet } from '../quiet-machine.ts';
import { loadPlainly } from './copy-baseline.ts';
import type { JobMeasurement } from './job.ts';
import { type City, populate, populateCircle } from './population.ts';
import { withWindows } from './windows.ts';

const JOB = join(import.meta.dirname, 'job.ts');
const TYPESCRIPT = ['--import', import.meta.resolve('tsx')];

const CITIES = 2_000;
/** Where the people of a night live, unless they are in one large group. */
export const IN_CITIES = `${CITIES} cities`;
const PEOPLE_OF_ONE_CITY = 20_000;
const PEOPLE_ON_CIRCLE = 10_000;

/** Processor time is that of the database server; null where the machine does not say. */
export type Cost = { seconds: number; serverSeconds: number | null };

/** `idleDelay` is that of a process that only waited meanwhile: what the machine alone does to an event loop. */
export type JobRun = JobMeasurement & Cost & { idleDelay: LoopDelay };

/**
 * One round: the job for two dates, the same again, as many rows loaded in the plainest way in place of those, and the job for
 * two later dates, of which the statistics of the tables know nothing.
 */
export type NightRound = { first: JobRun; again: JobRun; plain: Cost; later: JobRun };

export type Night = { people: number; where: string; rounds: NightRound[] };

/** Runs the nightly job on windows in a database: of so many people in 2,000 cities each, then of large groups. */
export async function measureNights(
  cluster: Cluster,
  { windows, rounds }: { windows: readonly number[]; rounds: number },
  say: (sentence: string) => void,
): Promise<Night[]> {
  const nights: Night[] = [];
  for (const people of windows) {
    nights.push(await measureNight(cluster, IN_CITIES, populate(people, CITIES), rounds, say));
  }
  nights.push(await measureNight(cluster, 'one city', populate(PEOPLE_OF_ONE_CITY, 1), rounds, say));
  nights.push(await measureNight(cluster, 'a circle', populateCircle(PEOPLE_ON_CIRCLE), rounds, say));
  return nights;
}

async function measureNight(
  cluster: Cluster,
  where: string,
  population: readonly City[],
  rounds: number,
  say: (sentence: string) => void,
): Promise<Night> {
  const people = population.reduce((sum, city) => sum + city.people.length, 0);
  say(`The night of ${people} people in ${where}: making their windows.`);
  return withWindows(cluster, population, async (url) => {
    const measurements: NightRound[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      say(`Matching them, round ${round} of ${rounds}.`);
      measurements.push(await measureRound(url));
    }
    return { people, where, rounds: measurements };
  });
}

async function measureRound(url: string): Promise<NightRound> {
  await withClient(url, (client) => client.query('truncate chain, squad cascade'));
  const first = await measureJob(url, 0);
  const again = await measureJob(url, 0);
  await waitForQuiet();
  const plain = await withCostOfServer(url, async () => ({ seconds: await withClient(url, loadPlainly) }));
  await withClient(url, (client) => client.query('analyze chain, squad'));
  return { first, again, plain, later: await measureJob(url, 2) };
}

async function measureJob(url: string, daysAhead: number): Promise<JobRun> {
  await withClient(url, (client) => client.query('checkpoint'));
  await waitForQuiet();
  return withCostOfServer(url, async () => {
    const parameters = [...TYPESCRIPT, JOB, url, String(daysAhead)];
    const tellDelay = watchLoopDelay();
    const { stdout, stderr } = await promisify(execFile)(process.execPath, parameters, { env: {} });
    const idleDelay = tellDelay();
    process.stderr.write(stderr);
    return { ...(JSON.parse(stdout) as JobMeasurement), idleDelay };
  });
}

async function withCostOfServer<Result extends { seconds: number }>(
  url: string,
  work: () => Promise<Result>,
): Promise<Result & Cost> {
  const before = await withClient(url, processorSecondsOfServer);
  const result = await work();
  const after = await withClient(url, processorSecondsOfServer);
  return { ...result, serverSeconds: before === null || after === null ? null : after - before };
}
