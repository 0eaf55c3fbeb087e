import pg from 'pg';
import { startTestIssuer } from '#test/servers/issuer.ts';
import { withClient } from '../cluster.ts';
import { type DataSet, removeWrites } from '../data-set/data-set.ts';
import { specialPeople } from '../data-set/statements.ts';
import { settleTable } from '../data-set/table-states.ts';
import { userIdOf } from '../data-set/viewers.ts';
import type { BenchOptions } from '../options.ts';
import { waitForQuiet } from '../quiet-machine.ts';
import { type CostMeter, type Costs, costsBetween, createCostMeter } from './costs.ts';
import type { Measurement, WireRequest } from './generator.ts';
import { OPERATIONS, type Operation, requestsFor, signIn } from './operations.ts';
import { checkLedger, clearStage, preparePhotos, setStage } from './stage.ts';
import { type LoadGenerator, type System, startLoadGenerator, startMeadow, startPlainServer } from './systems.ts';

export const SYSTEMS = ['meadow', 'plain'] as const;
export type SystemName = (typeof SYSTEMS)[number];

export type Slice = Measurement &
  Costs & {
    operation: string;
    concurrency: number;
    round: number;
    system: SystemName;
    /** The share of the processors that others used just before, from 0 to 1. */
    disturbance: number;
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
    const meadow = await startMeadow(dataSet.url, issuer, { processes: options.processes });
    opened.push(meadow.stop);
    const generator = startLoadGenerator();
    opened.push(generator.stop);
    const database = new pg.Client({ connectionString: dataSet.url });
    await database.connect();
    opened.push(() => database.end());

    const photos = await preparePhotos();
    const buyers = callers.map(({ id }) => id);
    const packOwner = userIdOf(specialPeople(dataSet.sizes).inManyGroups);
    const tasks = OPERATIONS.map((operation) => ({ operation, requests: requestsFor(operation, callers, photos) }));
    const turns = { tasks, systems: { meadow, plain }, generator, meter: await createCostMeter(database) };
    const slices: Slice[] = [];
    for (let round = 0; round <= options.rounds; round += 1) {
      say(round === 0 ? 'Warming up.' : `Measuring, round ${round} of ${options.rounds}.`);
      await removeWrites(dataSet.url);
      await setStage(dataSet.url, buyers, packOwner);
      const measured = await measureInTurns({ ...turns, ...(round === 0 ? WARM_UP : options) }, round);
      if (round > 0) slices.push(...measured);
      await checkLedger(dataSet.url);
    }
    return slices;
  } finally {
    for (const close of opened.reverse()) await close();
    await removeWrites(dataSet.url);
    await withClient(dataSet.url, clearStage);
  }
}

type Turns = {
  tasks: readonly { operation: Operation; requests: WireRequest[] }[];
  systems: Record<SystemName, System>;
  generator: LoadGenerator;
  meter: CostMeter;
  seconds: number;
  concurrencies: readonly number[];
};

async function measureInTurns({ tasks, systems, generator, meter, seconds, concurrencies }: Turns, round: number) {
  const slices: Slice[] = [];
  for (const { operation, requests } of tasks) {
    for (const concurrency of concurrencies) {
      // Who goes first changes with the round: whatever the one before leaves behind meets each of them.
      for (const system of round % 2 === 0 ? SYSTEMS : SYSTEMS.toReversed()) {
        if (system === 'plain' && !operation.isPlain) continue;
        const { port, pid } = systems[system];
        const disturbance = await waitForQuiet();
        const before = await meter(pid);
        const measurement = await generator.measure({ port, requests, connections: concurrency, seconds });
        const costs = costsBetween(before, await meter(pid), measurement.requests);
        slices.push({ operation: operation.name, concurrency, round, system, disturbance, ...measurement, ...costs });
      }
    }
  }
  return slices;
}
