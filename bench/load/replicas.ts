import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { databaseUrl } from '#test/database/database.ts';
import { startReplicatedCluster } from '#test/database/replicated-cluster.ts';
import { startTestIssuer } from '#test/servers/issuer.ts';
import { openDataSet } from '../data-set/data-set.ts';
import { sizesFor } from '../options.ts';
import { processorSecondsOf, processorSecondsOfServer } from '../processor-time.ts';
import { waitForQuiet } from '../quiet-machine.ts';
import { medianOf, table } from '../table.ts';
import type { Measurement } from './generator.ts';
import { OPERATIONS, requestsFor, signIn } from './operations.ts';
import { startLoadGenerator, startMeadow } from './systems.ts';

/** A list, read from the primary alone or from replicas. Processor times are of one request, in milliseconds. */
export type ReplicaSlice = Measurement & {
  operation: string;
  replicas: number;
  disturbance: number;
  node: number;
  primary: number;
  /** Of all replicas together. */
  ofReplicas: number;
};

const REPLICAS = 2;
const SIZES = sizesFor(500, 20_000);
const CONNECTIONS = 16;
/** Until all replicas are found ready. */
const SETTLE_MS = 3_000;
const READS = ['own list', 'visible list'];

/** Measures reads with and without replicas, which run on the machine of the primary. */
export async function measureReplicas(
  { rounds, seconds, viewers }: { rounds: number; seconds: number; viewers: number },
  say: (sentence: string) => void,
): Promise<ReplicaSlice[]> {
  const opened: (() => Promise<void>)[] = [];
  try {
    const cluster = await startReplicatedCluster(REPLICAS);
    opened.push(cluster.close);
    const urlOf = (name: string) => databaseUrl(cluster.url, name);
    const dataSet = await openDataSet({ urlOf, close: cluster.close }, SIZES, say);
    const database = new URL(dataSet.url).pathname.slice(1);
    const replicaUrls = cluster.replicas.map(({ url }) => databaseUrl(url, database));
    const issuer = await startTestIssuer();
    opened.push(issuer.close);
    const callers = await signIn(dataSet, issuer, Math.min(viewers, SIZES.people));
    const generator = startLoadGenerator();
    opened.push(generator.stop);
    const servers = [dataSet.url, ...replicaUrls].map((connectionString) => new pg.Client({ connectionString }));
    for (const server of servers) {
      await server.connect();
      opened.push(() => server.end());
    }

    const slices: ReplicaSlice[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      for (const urls of round % 2 === 0 ? [[], replicaUrls] : [replicaUrls, []]) {
        say(`Reading with ${urls.length} replicas, round ${round} of ${rounds}.`);
        const meadow = await startMeadow(dataSet.url, issuer, {
          environment: { DATABASE_REPLICA_URLS: urls.join() },
        });
        opened.push(meadow.stop);
        await delay(SETTLE_MS);
        const processorTimes = async () => {
          const all = [processorSecondsOf(meadow.pid), ...servers.map(processorSecondsOfServer)];
          return (await Promise.all(all)).map((value) => value ?? Number.NaN);
        };
        for (const operation of OPERATIONS.filter(({ name }) => READS.includes(name))) {
          const requests = requestsFor(operation, callers, []);
          const order = { port: meadow.port, requests, connections: CONNECTIONS };
          await generator.measure({ ...order, seconds: 1 });
          const disturbance = await waitForQuiet();
          const before = await processorTimes();
          const measurement = await generator.measure({ ...order, seconds });
          const after = await processorTimes();
          const costs = after.map((value, index) => ((value - (before[index] ?? 0)) * 1_000) / measurement.requests);
          const [node = 0, primary = 0, ...others] = costs;
          const ofReplicas = others.reduce((sum, cost) => sum + cost, 0);
          const what = { operation: operation.name, replicas: urls.length, disturbance };
          slices.push({ ...measurement, ...what, node, primary, ofReplicas });
        }
        opened.pop();
        await meadow.stop();
      }
    }
    return slices;
  } finally {
    for (const close of opened.reverse()) await close();
  }
}

export function replicasTable(slices: readonly ReplicaSlice[]): string[] {
  const rows = READS.flatMap((operation) =>
    [0, REPLICAS].map((replicas) => {
      const some = slices.filter((slice) => slice.operation === operation && slice.replicas === replicas);
      const median = (of: (slice: ReplicaSlice) => number) => medianOf(some.map(of)).toFixed(2);
      const errors = some.reduce((sum, slice) => sum + slice.errors, 0);
      const times = [median(({ node }) => node), median(({ primary }) => primary), median((slice) => slice.ofReplicas)];
      const rate = medianOf(some.map(({ requestsPerSecond }) => requestsPerSecond)).toFixed(0);
      return [operation, String(replicas), rate, median(({ p50 }) => p50), ...times, String(errors)];
    }),
  );
  const head = ['read', 'replicas', 'per second', 'p50 ms', 'node ms', 'primary ms', 'replicas ms', 'errors'];
  return ['', 'Replicas on the machine of the primary: processor time of one request', ...table(head, rows)];
}
