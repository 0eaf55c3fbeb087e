import { type AnalysisDeps, analyzePeople, listDue } from '../src/features/assistant/analysis.actions.ts';
import { goThroughEverybody } from '../src/features/assistant/pace.actions.ts';
import { systemClock } from '../src/platform/clock.ts';
import { createDatabase } from '../src/platform/db/database.ts';
import { createIds } from '../src/platform/ids.ts';
import { createImages } from '../src/platform/images/images.ts';
import { createLogger } from '../src/platform/log.ts';
import { systemRandom } from '../src/platform/random.ts';
import { createAi } from '../src/providers/ai/ai.ts';

/*
 * One node of those that share a night of note analysis, as a process of its own. It is given what it needs as one line of JSON,
 * takes its portion of the people who are due, and writes its measurement as a line of JSON.
 */

export type NightPart = {
  databaseUrl: string;
  aiUrl: string;
  batchSize: number;
  batchPauseMs: number;
  /** Which part of how many. */
  node: number;
  nodes: number;
};

export type PartMeasurement = {
  analyzed: number;
  failed: number;
  seconds: number;
  /** Of processor time, of this process alone. */
  processorSeconds: number;
  megabytes: number;
};

async function run(part: NightPart): Promise<PartMeasurement> {
  const log = createLogger('error', process.stderr);
  const database = createDatabase({ connectionString: part.databaseUrl, onIdleError: (error) => log.error(error) });
  const ai = await createAi({
    apiKey: 'sandbox',
    baseUrl: part.aiUrl,
    textModel: 'small',
    imageModel: 'none',
    images: createImages(),
  });
  const deps: AnalysisDeps = {
    db: database.db,
    clock: systemClock,
    ids: createIds(systemClock, systemRandom),
    log,
    ai,
    aiCallsPerDay: 1,
    isDraining: () => false,
    assistant: { batchSize: part.batchSize, batchPauseMs: part.batchPauseMs, timeLimitMs: 30_000 },
  };
  try {
    return await measure(deps, part);
  } finally {
    await database.close();
  }
}

async function measure(deps: AnalysisDeps, { node, nodes }: NightPart): Promise<PartMeasurement> {
  const sum = { analyzed: 0, failed: 0 };
  const start = performance.now();
  const before = process.cpuUsage();
  await goThroughEverybody(deps, 'notes', async (people) => {
    // As a queue hands out portions: each node gets people of its own.
    const own = people.filter((_, position) => position % nodes === node);
    const { successful, failed } = await analyzePeople(
      deps,
      `night ${node}`,
      await listDue(deps, own, deps.clock.now()),
    );
    sum.analyzed += successful;
    sum.failed += failed;
  });
  const { user, system } = process.cpuUsage(before);
  return {
    ...sum,
    seconds: (performance.now() - start) / 1000,
    processorSeconds: (user + system) / 1e6,
    megabytes: Math.round(process.resourceUsage().maxRSS / 1024),
  };
}

const measurement = await run(JSON.parse(process.argv[2] ?? '{}') as NightPart);
process.stdout.write(`${JSON.stringify(measurement)}\n`);
