import { once } from 'node:events';
import { systemClock } from '#platform/clock.ts';
import { createSemaphore } from '#platform/concurrency/semaphore.ts';
import { createDatabase } from '#platform/db/database.ts';
import { createIds } from '#platform/ids.ts';
import { createImages } from '#platform/images/images.ts';
import { createJobs } from '#platform/jobs/jobs.ts';
import { makeSchedulerTables, startScheduler } from '#platform/jobs/scheduler.ts';
import { createLogger } from '#platform/log.ts';
import { systemRandom } from '#platform/random.ts';
import { createAi } from '#providers/ai/ai.factory.ts';
import { NOTE_ANALYSIS, NOTE_ANALYSIS_WORKER } from '../../src/features/assistant/analysis/analysis.jobs.ts';
import { runAnalysisWorker } from '../../src/features/assistant/analysis/analysis-run.actions.ts';
import type { AssistantDeps } from '../../src/features/assistant/deps.ts';

/*
 * One node of those that share a night of note analysis, as a process of its own. It is given what it needs as one line of JSON,
 * says that it is ready, and writes its measurement as a line of JSON: the first node once the run is over that it begins, the
 * others, which help, once their standard input ends.
 */

export type NightPart = {
  databaseUrl: string;
  aiUrl: string;
  batchSize: number;
  batchPauseMs: number;
  /** The first of the nodes, 0, begins the run. */
  node: number;
};

export type PartMeasurement = {
  /** What the whole run has come to; null of a node that helps. */
  run: { analyzed: number; errors: string[]; seconds: number } | null;
  /** Of processor time, of this process alone. */
  processorSeconds: number;
  megabytes: number;
};

async function takePart(part: NightPart): Promise<PartMeasurement> {
  const log = createLogger('error', process.stderr);
  const { databaseUrl: connectionString } = part;
  const { db, close } = createDatabase({ connectionString, onIdleError: (error) => log.error(error) });
  const ids = createIds(systemClock, systemRandom);
  let isDraining = false;
  // The jobs use nothing else of what the feature depends on.
  const deps = {
    db,
    clock: systemClock,
    ids,
    log,
    jobs: createJobs({ connectionString, db, clock: systemClock, ids, log }),
    ai: await createAi({
      apiKey: 'sandbox',
      baseUrl: part.aiUrl,
      textModel: 'small',
      imageModel: 'none',
      images: createImages(),
    }),
    aiCallsPerDay: 1,
    isDraining: () => isDraining,
    assistant: {
      batchSize: part.batchSize,
      batchPauseMs: part.batchPauseMs,
      timeoutMs: 30_000,
      semaphore: createSemaphore({ maxQueue: 2 }),
    },
  } as AssistantDeps;
  await makeSchedulerTables(connectionString, log);
  const helps = [{ ...NOTE_ANALYSIS_WORKER, run: () => runAnalysisWorker(deps) }];
  const scheduler = startScheduler({ connectionString, jobs: [], helps, log });
  const before = process.cpuUsage();
  process.stdout.write('ready\n');
  try {
    const run = part.node === 0 ? await measureRun(deps) : await waitForEnd();
    const { user, system } = process.cpuUsage(before);
    const megabytes = Math.round(process.resourceUsage().maxRSS / 1024);
    return { run, processorSeconds: (user + system) / 1e6, megabytes };
  } finally {
    isDraining = true;
    await scheduler.stop();
    await close();
  }
}

async function measureRun(deps: AssistantDeps): Promise<PartMeasurement['run']> {
  const start = performance.now();
  const { results } = await NOTE_ANALYSIS.call(deps, {});
  return { analyzed: results.successful, errors: results.errors, seconds: (performance.now() - start) / 1000 };
}

async function waitForEnd(): Promise<null> {
  process.stdin.resume();
  await once(process.stdin, 'end');
  return null;
}

const measurement = await takePart(JSON.parse(process.argv[2] ?? '{}') as NightPart);
process.stdout.write(`${JSON.stringify(measurement)}\n`);
// Its standard input is open where it has begun the run.
process.exit();
