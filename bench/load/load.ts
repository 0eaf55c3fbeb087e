import { startTestIssuer } from '../../test/servers/issuer.ts';
import { withClient } from '../cluster.ts';
import { type DataSet, removeWrites } from '../data-set/data-set.ts';
import { settleTable } from '../data-set/table-states.ts';
import type { BenchOptions } from '../options.ts';
import { processorSecondsOf, processorSecondsOfServer } from '../processor-time.ts';
import { waitForQuiet } from '../quiet-machine.ts';
import type { Measurement } from './generator.ts';
import { OPERATIONS, type Operation, requestsFor, signIn } from './operations.ts';
import { type LoadGenerator, type System, startLoadGenerator, startMeadow, startPlainServer } from './systems.ts';

export const SYSTEMS = ['meadow', 'plain'] as const;
export type SystemName = (typeof SYSTEMS)[number];

export type Slice = Measurement & {
  operation: string;
  concurrency: number;
  round: number;
  system: SystemName;
  /** The share of the processors that others used just before, from 0 to 1. */
  disturbance: number;
  /** Microseconds of processor time for a request, of the system and of the database server; null where this machine does not say. */
  processorTime: { system: number; database: number } | null;
};

const WARM_UP = { concurrencies: [16], seconds: 2 };

/**
 * Measures both systems on the same data, in turns: system by system within a concurrency, a concurrency within an
 * operation, an operation within a round. What disturbs the machine for a while then disturbs both.
 */
export async function measureLoad(
  dataSet: DataSet,
  options: BenchOptions,
  say: (sentence: string) => void,
): Promise<Slice[]> {
  await withClient(dataSet.url, settleTable);
  const opened: (() => Promise<void>)[] = [];
  try {
    const issuer = await startTestIssuer();
    opened.push(issuer.close);
    const callers = await signIn(dataSet, issuer, options.viewers);
    const plain = await startPlainServer(dataSet.url);
    opened.push(plain.stop);
    const meadow = await startMeadow(dataSet.url, issuer, options.processes);
    opened.push(meadow.stop);
    const generator = startLoadGenerator();
    opened.push(generator.stop);

    const tasks = OPERATIONS.map((operation) => ({ operation, requests: requestsFor(operation, callers) }));
    const turns = { tasks, systems: { meadow, plain }, generator, databaseUrl: dataSet.url };
    await measureInTurns({ ...turns, ...WARM_UP }, 0);
    const slices: Slice[] = [];
    for (let round = 1; round <= options.rounds; round += 1) {
      say(`Measuring, round ${round} of ${options.rounds}.`);
      await removeWrites(dataSet.url);
      const { seconds, concurrencies } = options;
      slices.push(...(await measureInTurns({ ...turns, seconds, concurrencies }, round)));
    }
    return slices;
  } finally {
    for (const close of opened.reverse()) await close();
    await removeWrites(dataSet.url);
  }
}

type Turns = {
  tasks: readonly { operation: Operation; requests: string[] }[];
  systems: Record<SystemName, System>;
  generator: LoadGenerator;
  databaseUrl: string;
  seconds: number;
  concurrencies: readonly number[];
};

async function measureInTurns(turns: Turns, round: number) {
  const { tasks, systems, generator, databaseUrl, seconds, concurrencies } = turns;
  const slices: Slice[] = [];
  for (const { operation, requests } of tasks) {
    for (const concurrency of concurrencies) {
      // Who goes first changes with the round: whatever the one before leaves behind meets each of them.
      for (const system of round % 2 === 0 ? SYSTEMS : SYSTEMS.toReversed()) {
        const { port, pid } = systems[system];
        const disturbance = await waitForQuiet();
        const before = await processorSeconds(pid, databaseUrl);
        const measurement = await generator.measure({ port, requests, connections: concurrency, seconds });
        const after = await processorSeconds(pid, databaseUrl);
        const perRequest = 1e6 / measurement.requests;
        const processorTime = before &&
          after && {
            system: (after.system - before.system) * perRequest,
            database: (after.database - before.database) * perRequest,
          };
        slices.push({
          operation: operation.name,
          concurrency,
          round,
          system,
          disturbance,
          processorTime,
          ...measurement,
        });
      }
    }
  }
  return slices;
}

async function processorSeconds(
  pid: number,
  databaseUrl: string,
): Promise<{ system: number; database: number } | null> {
  const system = await processorSecondsOf(pid);
  const database = await withClient(databaseUrl, processorSecondsOfServer);
  return system === null || database === null ? null : { system, database };
}
