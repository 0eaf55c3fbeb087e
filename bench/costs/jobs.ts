import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { readConfig } from '#app/config.ts';
import { createDeps } from '#app/deps.ts';
import { JOBS } from '#app/jobs.ts';
import { systemClock } from '#platform/clock.ts';
import { atOneAddress } from '#platform/db/connection/addresses.ts';
import { createLogger } from '#platform/log.ts';
import { systemRandom } from '#platform/random.ts';
import { withSandbox } from '#sandbox/sandbox.ts';
import { BENCH_DATA, withClient } from '../cluster.ts';
import type { DataSet } from '../data-set/data-set.ts';
import { costBetween, openUnitMeter, type UnitCost } from './meter.ts';

/** One run. */
export type JobCost = UnitCost & { name: string; cron: string; seconds: number; message: string };

/** People who let the assistant read their notes: its provider takes time that is of no interest here. */
const READERS = 200;
const SETTLE_MS = 100;

/** Runs each job once in this process, on all people of the data set, with sandboxes in place of providers. */
export async function measureJobs(
  dataSet: DataSet,
  database: pg.Client,
  say: (sentence: string) => void,
): Promise<JobCost[]> {
  const log = createLogger('error', process.stderr);
  const settings = {
    NODE_ENV: 'production',
    DATA_DIR: join(BENCH_DATA, 'meadow'),
    WEB: 'off',
    ASSISTANT_BATCH_PAUSE_MS: '0',
  };
  const { config, close: closeSandbox } = await withSandbox(readConfig(settings), true, { isTemporary: true });
  const { deps, close } = await createDeps({
    config,
    addresses: atOneAddress(dataSet.url),
    clock: systemClock,
    random: systemRandom,
    log,
    version: 'bench',
    isDraining: () => false,
  });
  await withClient(dataSet.url, (client) =>
    client.query('update profile set read_notes_enabled = id in (select id from profile order by id limit $1)', [
      READERS,
    ]),
  );
  try {
    const meter = await openUnitMeter(database, new URL(dataSet.url).pathname.slice(1), process.pid);
    const costs: JobCost[] = [];
    for (const job of JOBS) {
      say(`Measuring the job ${job.name}.`);
      const before = await meter.read();
      const begin = performance.now();
      const { message } = await job.run(deps, systemClock.now()).catch((error: Error) => error);
      const seconds = (performance.now() - begin) / 1000;
      await delay(SETTLE_MS);
      costs.push({ name: job.name, cron: job.cron, seconds, message, ...costBetween(before, await meter.read()) });
    }
    return costs;
  } finally {
    await close();
    await closeSandbox();
    await withClient(dataSet.url, (client) =>
      client.query('update profile set read_notes_enabled = false where read_notes_enabled'),
    );
  }
}
