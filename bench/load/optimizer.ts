import { randomUUID } from 'node:crypto';
import { MIGRATIONS } from '#app/database.ts';
import { migrate } from '#platform/db/migrations.ts';
import { startTestIssuer, type TestIssuer } from '#test/servers/issuer.ts';
import { type Cluster, maintenanceUrlOf, withClient } from '../cluster.ts';
import { waitForQuiet } from '../quiet-machine.ts';
import { medianOf, table } from '../table.ts';
import type { Measurement } from './generator.ts';
import { type LoadGenerator, type System, startLoadGenerator, startMeadow } from './systems.ts';

/** Measurements of other requests without and with concurrent calls of the optimizer. Times are in milliseconds. */
export type OptimizerRound = {
  alone: Measurement;
  beside: Measurement;
  /** How long the first responses of a node took, the shortest first, and those that came after. */
  firstResponses: number[];
  laterResponses: number[];
  refused: number;
  disturbance: number;
};

const CALCULATORS = ['resonance', 'coil', 'impedance', 'electrolysis', 'pulsed_dc', 'plasma'];
const AT_ONCE = 20;
/** So that the sweeps take most of the time that is measured beside them. */
const SECONDS = 1;
const CONNECTIONS = 2;
const P99_GOAL = 100;

/** Twenty people ask a node that has just started for all calculators at once, while others read their profiles. */
export async function measureOptimizer(
  cluster: Cluster,
  rounds: number,
  say: (sentence: string) => void,
): Promise<OptimizerRound[]> {
  const name = 'meadow_bench_lab';
  const drop = () =>
    withClient(maintenanceUrlOf(cluster), (client) => client.query(`drop database if exists ${name} with (force)`));
  await drop();
  await withClient(maintenanceUrlOf(cluster), (client) => client.query(`create database ${name}`));
  await migrate(cluster.urlOf(name), MIGRATIONS);
  const issuer = await startTestIssuer();
  const generator = startLoadGenerator();
  try {
    const measurements: OptimizerRound[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      say(`Asking for the best of 300,000 combinations, round ${round} of ${rounds}.`);
      const meadow = await startMeadow(cluster.urlOf(name), issuer);
      measurements.push(await measureRound(meadow, issuer, generator).finally(meadow.stop));
    }
    return measurements;
  } finally {
    await generator.stop();
    await issuer.close();
    await drop();
  }
}

async function measureRound(meadow: System, issuer: TestIssuer, generator: LoadGenerator): Promise<OptimizerRound> {
  const token = await issuer.sign(randomUUID(), new Date());
  const request = `GET /api/user/profile HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${token}\r\n\r\n`;
  const order = { port: meadow.port, requests: [{ text: request }], connections: CONNECTIONS, seconds: SECONDS };
  // Makes the profile, and warms up what both measurements need.
  await generator.measure(order);
  const disturbance = await waitForQuiet();
  const alone = await generator.measure(order);
  const [beside, first] = await Promise.all([generator.measure(order), askTwenty(meadow, token)]);
  const later = await askTwenty(meadow, token);
  const timesOf = (responses: Responded[]) =>
    responses.flatMap(({ status, milliseconds }) => (status === 200 ? [milliseconds] : [])).toSorted((a, b) => a - b);
  const refused = [...first, ...later].filter(({ status }) => status !== 200).length;
  return { alone, beside, firstResponses: timesOf(first), laterResponses: timesOf(later), refused, disturbance };
}

type Responded = { status: number; milliseconds: number };

function askTwenty({ port }: System, token: string): Promise<Responded[]> {
  return Promise.all(
    Array.from({ length: AT_ONCE }, async (_, index) => {
      const begin = performance.now();
      const response = await fetch(`http://127.0.0.1:${port}/api/lab/optimize`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ calculator: CALCULATORS[index % CALCULATORS.length], top_n: 100 }),
      });
      await response.arrayBuffer();
      return { status: response.status, milliseconds: performance.now() - begin };
    }),
  );
}

export function optimizerTable(rounds: readonly OptimizerRound[]): string[] {
  const rows = rounds.map(({ alone, beside, firstResponses, laterResponses, refused, disturbance }) => [
    ...[alone, beside].map(({ requestsPerSecond, p50, p99 }) =>
      [requestsPerSecond.toFixed(0), p50.toFixed(1), p99.toFixed(1)].join(' | '),
    ),
    ...[firstResponses, laterResponses].map((times) =>
      [times[0], times.at(-1)].map((time) => time?.toFixed(0)).join('..'),
    ),
    String(refused),
    `${(disturbance * 100).toFixed(0)} %`,
  ]);
  const others = 'req/s | p50 | p99';
  const head = [
    `others alone: ${others}`,
    `beside twenty: ${others}`,
    'first',
    'later',
    'refused',
    'machine busy before',
  ];
  return ['', 'The optimizer, asked by twenty at once: milliseconds, a line for each round', ...table(head, rows)];
}

export function optimizerShortcomings(rounds: readonly OptimizerRound[]): string[] {
  const p99 = medianOf(rounds.map(({ beside }) => beside.p99));
  const refused = rounds.reduce((sum, round) => sum + round.refused, 0);
  const errors = rounds.reduce((sum, { alone, beside }) => sum + alone.errors + beside.errors, 0);
  return [
    ...(p99 > P99_GOAL
      ? [`Beside the optimizer one of 100 waits ${p99.toFixed(0)} ms, the goal being ${P99_GOAL}.`]
      : []),
    ...(refused > 0 ? [`${refused} of those who asked the optimizer were refused.`] : []),
    ...(errors > 0 ? [`${errors} errors beside the optimizer.`] : []),
  ];
}
