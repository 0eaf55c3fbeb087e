import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { startRoundRobinProxy } from '#test/drills/servers/round-robin-proxy.ts';
import { startTestIssuer, type TestIssuer } from '#test/servers/issuer.ts';
import type { Cluster } from '../cluster.ts';
import { withFreshDatabase } from '../data-set/fresh-database.ts';
import type { Measurement, WireRequest } from '../load/generator.ts';
import { type System, startLoadGenerator, startMeadow } from '../load/systems.ts';
import type { BenchOptions } from '../options.ts';
import { processorSecondsOf, processorSecondsOfServer } from '../processor-time.ts';
import { waitForQuiet } from '../quiet-machine.ts';
import { medianOf, type Table, table } from '../table.ts';

const COUNTS = [1, 2, 4];
const USERS = 200;
const ENTRIES_OF_USER = 50;
const CONNECTIONS = 32;
const WARM_UP_SECONDS = 2;
const TOKEN_LIFETIME_SECONDS = 24 * 60 * 60;

/** One measurement. Processor seconds are for 1,000 requests; null where the machine does not say. */
export type NodesMeasurement = Pick<Measurement, 'requestsPerSecond' | 'p50' | 'p99' | 'errors' | 'firstError'> & {
  nodes: number;
  operation: string;
  nodeSeconds: number | null;
  databaseSeconds: number | null;
  /** To PostgreSQL, of all nodes. */
  connections: number;
};

type User = { id: string; token: string };
type Operation = { name: string; requestOf: (user: User) => string };

const ENTRY = JSON.stringify({ title: 'A new entry', content: 'I walked along the river. '.repeat(40), mood: 'calm' });

const OPERATIONS: readonly Operation[] = [
  { name: 'own list', requestOf: ({ token }) => requestText('GET /api/journal?scope=mine&limit=50', token) },
  { name: 'one entry', requestOf: ({ id, token }) => requestText(`GET /api/journal/${id}`, token) },
  { name: 'write', requestOf: ({ token }) => requestText('POST /api/journal', token, ENTRY) },
];

/** Measures one, two and four built nodes behind a proxy, on one database. */
export async function measureNodes(
  cluster: Cluster,
  { rounds, seconds }: Pick<BenchOptions, 'rounds' | 'seconds'>,
  say: (sentence: string) => void,
): Promise<NodesMeasurement[]> {
  return withFreshDatabase(cluster, 'meadow_bench_nodes', async (databaseUrl) => {
    const issuer = await startTestIssuer();
    const generator = startLoadGenerator();
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    try {
      const users = await createUsers(client, issuer);
      const measurements: NodesMeasurement[] = [];
      for (const count of COUNTS) {
        say(`Measuring ${count === 1 ? 'one node' : `${count} nodes`}.`);
        const fleet = await startFleet(databaseUrl, issuer, count);
        try {
          for (const { name, requestOf } of OPERATIONS) {
            const requests = users.map((user): WireRequest => ({ text: requestOf(user) }));
            const order = { port: fleet.port, requests, connections: CONNECTIONS };
            await generator.measure({ ...order, seconds: WARM_UP_SECONDS });
            for (let round = 0; round < rounds; round += 1) {
              await waitForQuiet();
              const before = await fleet.processorSeconds(client);
              const measured = await generator.measure({ ...order, seconds });
              const costs = costsBetween(before, await fleet.processorSeconds(client), measured.requests);
              const connections = await countConnections(client);
              measurements.push({ nodes: count, operation: name, ...measured, ...costs, connections });
            }
          }
        } finally {
          await fleet.close();
        }
      }
      return measurements;
    } finally {
      await client.end();
      await generator.stop();
      await issuer.close();
    }
  });
}

async function startFleet(databaseUrl: string, issuer: TestIssuer, count: number) {
  const nodes: System[] = [];
  for (let number = 0; number < count; number += 1) nodes.push(await startMeadow(databaseUrl, issuer));
  const proxy = await startRoundRobinProxy(nodes.map(({ port }) => `http://127.0.0.1:${port}`));
  return {
    port: Number(new URL(proxy.url).port),
    processorSeconds: async (client: pg.Client) => {
      const ofNodes = await Promise.all(nodes.map(({ pid }) => processorSecondsOf(pid)));
      return {
        nodes: ofNodes.includes(null) ? null : ofNodes.reduce((sum: number, some) => sum + (some ?? 0), 0),
        database: await processorSecondsOfServer(client),
      };
    },
    close: async () => {
      await proxy.close();
      await Promise.all(nodes.map(({ stop }) => stop()));
    },
  };
}

type ProcessorSeconds = { nodes: number | null; database: number | null };

function costsBetween(before: ProcessorSeconds, after: ProcessorSeconds, requests: number) {
  const each = (from: number | null, to: number | null) =>
    from === null || to === null ? null : ((to - from) * 1_000) / Math.max(1, requests);
  return { nodeSeconds: each(before.nodes, after.nodes), databaseSeconds: each(before.database, after.database) };
}

/** Each user has an entry with the id of the user. */
async function createUsers(client: pg.Client, issuer: TestIssuer): Promise<User[]> {
  const ids = Array.from({ length: USERS }, () => randomUUID());
  await client.query(
    `insert into profile (id, full_name, role_changed_at, created_at, updated_at)
     select id, 'A User', now(), now(), now() from unnest($1::uuid[]) id`,
    [ids],
  );
  await client.query(
    `insert into journal_entry (id, user_id, title, content, tags, effective_metadata_visibility,
       effective_content_visibility, created_at, updated_at, entry_date, created_date)
     select case number when 1 then id else gen_random_uuid() end, id, 'A day', repeat('I walked along the river. ', 40),
       '{walk}', 'user', 'user', written, written, written::date, written::date
     from unnest($1::uuid[]) id, generate_series(1, ${ENTRIES_OF_USER}) number
     cross join lateral (select now() - number * interval '6 hours' as written) moment`,
    [ids],
  );
  await client.query('vacuum (analyze) profile, journal_entry');
  const now = new Date();
  const exp = Math.floor(now.getTime() / 1_000) + TOKEN_LIFETIME_SECONDS;
  return Promise.all(ids.map(async (id) => ({ id, token: await issuer.sign(id, now, { exp }) })));
}

async function countConnections(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int from pg_stat_activity where datname = current_database() and application_name like 'meadow %'`,
  );
  return rows[0]?.count ?? 0;
}

function requestText(line: string, token: string, body = ''): string {
  const head = [`${line} HTTP/1.1`, 'host: 127.0.0.1', `authorization: Bearer ${token}`];
  if (body !== '') head.push('content-type: application/json', `content-length: ${Buffer.byteLength(body)}`);
  return [...head, '', body].join('\r\n');
}

/** Medians of the rounds. */
export function nodesRows(measurements: readonly NodesMeasurement[]): Table {
  const head = ['nodes', 'request', 'requests/s', 'p50 ms', 'p99 ms', 'node s', 'database s', 'connections'];
  const rows = COUNTS.flatMap((nodes) =>
    OPERATIONS.map(({ name }) => {
      const slices = measurements.filter((one) => one.nodes === nodes && one.operation === name);
      const median = (
        figure: 'requestsPerSecond' | 'p50' | 'p99' | 'nodeSeconds' | 'databaseSeconds' | 'connections',
      ) => medianOf(slices.map((slice) => slice[figure] ?? Number.NaN));
      const milliseconds = [median('p50'), median('p99')].map((figure) => figure.toFixed(1));
      const seconds = [median('nodeSeconds'), median('databaseSeconds')].map((figure) => figure.toFixed(2));
      return [
        String(nodes),
        name,
        median('requestsPerSecond').toFixed(0),
        ...milliseconds,
        ...seconds,
        String(median('connections')),
      ];
    }),
  );
  return { head, rows };
}

export function nodesTable(measurements: readonly NodesMeasurement[]): string[] {
  const { head, rows } = nodesRows(measurements);
  return [
    '',
    `Nodes behind a proxy, ${CONNECTIONS} connections; processor seconds for 1,000 requests`,
    ...table(head, rows),
  ];
}

export function nodesShortcomings(measurements: readonly NodesMeasurement[]): string[] {
  return measurements.flatMap(({ nodes, operation, errors, firstError }) =>
    errors === 0 ? [] : [`${errors} requests failed with ${nodes} nodes (${operation}): ${firstError}.`],
  );
}
