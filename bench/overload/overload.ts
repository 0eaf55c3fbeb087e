import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findFreePort } from '#test/free-port.ts';
import { startTestIssuer } from '#test/servers/issuer.ts';
import { withClient } from '../cluster.ts';
import { type DataSet, removeWrites } from '../data-set/data-set.ts';
import { type Caller, OPERATIONS, requestsFor, signIn } from '../load/operations.ts';
import { startMeadow } from '../load/systems.ts';
import type { OpenLoopOrder, Second } from './open-loop.ts';
import { bindTo, bindTree, CLIENTS, SERVERS } from './processors.ts';

/** How many times the capacity is sent. */
const FACTORS = [1, 2, 5, 10];

/** From this on it is overload, after which all has to be calm. */
const OVERLOAD_FACTOR = 5;

/** How many of ten requests each operation has. */
const MIX: Readonly<Record<string, number>> = { 'own list': 3, 'one entry': 3, 'screen of today': 2, write: 2 };

const CALLERS = 2_000;
/** More than is served: each connection to the database gets its plans, and the code of refusals is compiled. */
const WARM_UP_RATE = 2_000;
const FIRST_RATE = 400;
const RATE_STEP = 1.25;
/** Of each measurement, also in the search of the capacity: the jobs of writes come after them. */
const SECONDS = 15;
const CALM_SECONDS = 10;
const HEALTH_INTERVAL_MS = 100;
/** A second after the overload in which everything is served and this is the slowest but one in a hundred. */
const CALM_P99_MS = 500;

/** One measurement at a constant rate. Times are in milliseconds. */
export type Overload = {
  /** How many times the capacity, and requests a second. */
  factor: number;
  rate: number;
  /** Served within a second, on average a second. */
  goodput: number;
  /** Of the most that any rate had in the same round: the speed of a machine changes from minute to minute. */
  share: number;
  /** Of what was served. */
  p50: number;
  p99: number;
  refused: number;
  failed: number;
  /** The slowest response of /health meanwhile; infinite if one failed. */
  healthMs: number;
  /** Seconds from the end of the overload until requests at half the capacity are all served quickly; null if it was none. */
  recoverySeconds: number | null;
};

/** `capacity` is what was served at most in the search, in requests a second. */
export type OverloadResults = { capacity: number; measurements: Overload[] };

/**
 * Finds how many requests one node serves, and sends many times more, without waiting for responses. Node and database share one
 * processor, and the generator has the other.
 */
export async function measureOverload(
  dataSet: DataSet,
  rounds: number,
  say: (sentence: string) => void,
): Promise<OverloadResults> {
  const opened: (() => Promise<void>)[] = [];
  try {
    await bindTree(SERVERS, await postmasterOf(dataSet.url));
    const issuer = await startTestIssuer();
    opened.push(issuer.close);
    const requests = mixOf(await signIn(dataSet, issuer, CALLERS));
    const probePort = await findFreePort();
    const environment = { PROBE_PORT: String(probePort) };
    const meadow = await startMeadow(dataSet.url, issuer, { environment });
    opened.push(meadow.stop);
    await bindTree(SERVERS, meadow.pid);
    const generator = startGenerator();
    opened.push(generator.stop);
    await bindTo(CLIENTS, generator.pid);
    await bindTo(CLIENTS, process.pid);
    const ask = (rate: number, seconds: number) =>
      generator.ask({ port: meadow.port, requests, rate: Math.round(rate), seconds });

    say('Warming up.');
    await ask(WARM_UP_RATE, 2 * SECONDS);
    await ask(FIRST_RATE, SECONDS);
    const capacity = await findCapacity(ask, say);
    const measurements: Overload[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const ofRound: Omit<Overload, 'share'>[] = [];
      for (const factor of FACTORS) {
        say(`Round ${round} of ${rounds}: sending ${factor} times the capacity of ${Math.round(capacity)}/s.`);
        const stopWatching = watchHealth(probePort);
        const seconds = await ask(capacity * factor, SECONDS);
        const summary = summarize(seconds, capacity * factor);
        say(`${Math.round(summary.goodput)} served within a second.`);
        const calm = factor < OVERLOAD_FACTOR ? null : recoveryOf(await ask(capacity / 2, CALM_SECONDS));
        const healthMs = await stopWatching();
        ofRound.push({ factor, healthMs, recoverySeconds: calm, ...summary });
      }
      const best = Math.max(...ofRound.map(({ goodput }) => goodput));
      measurements.push(...ofRound.map((one) => ({ ...one, share: one.goodput / best })));
    }
    return {
      capacity,
      measurements: FACTORS.map((factor) => medianRound(measurements.filter((one) => one.factor === factor))),
    };
  } finally {
    for (const close of opened.reverse()) await close();
    await removeWrites(dataSet.url);
  }
}

/** Raises the rate until less is served than before. */
async function findCapacity(
  ask: (rate: number, seconds: number) => Promise<Second[]>,
  say: (sentence: string) => void,
): Promise<number> {
  let most = 0;
  for (let rate = FIRST_RATE; ; rate *= RATE_STEP) {
    const { goodput } = summarize(await ask(rate, SECONDS), rate);
    say(`${Math.round(rate)}/s: ${Math.round(goodput)} served within a second.`);
    if (goodput < most * 1.02) return most;
    most = Math.max(most, goodput);
  }
}

function mixOf(callers: readonly Caller[]): string[] {
  const lists = Object.entries(MIX).flatMap(([name, share]) => {
    const operation = OPERATIONS.find((one) => one.name === name);
    if (operation === undefined) throw new Error(`There is no operation ${name}.`);
    return Array<string[]>(share).fill(requestsFor(operation, callers, []).map(({ text }) => text));
  });
  // Prime to the number of lists, so that each list meets each caller.
  return callers.flatMap((_, index) => lists.map((list, offset) => list[(index + offset * 7) % list.length] ?? ''));
}

function summarize(
  seconds: readonly Second[],
  rate: number,
): Omit<Overload, 'factor' | 'healthMs' | 'recoverySeconds' | 'share'> {
  // In the first second the server learns of the load.
  const counted = seconds.slice(1);
  const sum = (of: (second: Second) => number) => counted.reduce((total, second) => total + of(second), 0);
  const times = counted.flatMap(({ times }) => times).sort((one, other) => one - other);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return {
    rate,
    goodput: sum(({ good }) => good) / counted.length,
    p50: at(0.5),
    p99: at(0.99),
    refused: sum(({ refused }) => refused),
    failed: sum(({ failed }) => failed),
  };
}

/** The measurement with the median share of its round, and the worst of what has a bound. */
function medianRound(rounds: readonly Overload[]): Overload {
  const median = rounds.toSorted((one, other) => one.share - other.share)[Math.floor(rounds.length / 2)] as Overload;
  const worst = (of: (one: Overload) => number) => Math.max(...rounds.map(of));
  return {
    ...median,
    p99: worst(({ p99 }) => p99),
    healthMs: worst(({ healthMs }) => healthMs),
    recoverySeconds: median.recoverySeconds === null ? null : worst(({ recoverySeconds }) => recoverySeconds ?? 0),
  };
}

function recoveryOf(seconds: readonly Second[]): number {
  const isCalm = ({ sent, good, times }: Second) =>
    good === sent && (times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? 0) < CALM_P99_MS;
  const first = seconds.findIndex((_, index) => seconds.slice(index).every(isCalm));
  return first < 0 ? Number.POSITIVE_INFINITY : first;
}

/**
 * Asks /health again and again, as a probe does: on a port of its own, and on a new connection each time. Returns a function that
 * stops and resolves with the slowest response.
 */
function watchHealth(port: number): () => Promise<number> {
  let isWatching = true;
  let slowest = 0;
  const watching = (async () => {
    while (isWatching) {
      const startedAt = performance.now();
      const response = await fetch(`http://127.0.0.1:${port}/health`, { headers: { connection: 'close' } }).catch(
        () => null,
      );
      await response?.text();
      const isHealthy = response?.ok === true;
      slowest = Math.max(slowest, isHealthy ? performance.now() - startedAt : Number.POSITIVE_INFINITY);
      await delay(HEALTH_INTERVAL_MS);
    }
  })();
  return async () => {
    isWatching = false;
    await watching;
    return slowest;
  };
}

function startGenerator() {
  const script = join(import.meta.dirname, 'open-loop.ts');
  const child = fork(script, { execArgv: ['--import', import.meta.resolve('tsx')], env: {} });
  return {
    pid: child.pid ?? 0,
    async ask(order: OpenLoopOrder): Promise<Second[]> {
      const responded = once(child, 'message') as Promise<[Second[]]>;
      child.send(order);
      return (await responded)[0];
    },
    async stop(): Promise<void> {
      child.kill();
    },
  };
}

/** The process of the server, whose children serve connections. */
async function postmasterOf(url: string): Promise<number> {
  const { rows } = await withClient(url, (client) =>
    client.query<{ pid: number }>(`select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid`),
  );
  return rows[0]?.pid ?? 0;
}
