import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { publishEvents } from '#features/event';
import { chunk } from '#platform/chunk.ts';
import { systemClock } from '#platform/clock.ts';
import { createDatabase } from '#platform/db/database.ts';
import { createLogger } from '#platform/log.ts';
import { startTestIssuer } from '#test/servers/issuer.ts';
import { createSequencer } from '../../src/features/event/sequencer/sequencer.actions.ts';
import type { Cluster } from '../cluster.ts';
import { withFreshDatabase } from '../data-set/fresh-database.ts';
import { startMeadow } from '../load/systems.ts';
import { readSize } from '../start/memory.ts';
import { table } from '../table.ts';

const STREAMS = 5_000;
/** Less than a network may have, on as many addresses of the loopback network. */
const STREAMS_PER_ADDRESS = 400;
const OPENED_AT_ONCE = 25;
const EVENTS = 20;
const QUIET_MS = 5_000;

export type EventResults = {
  streams: number;
  kilobytesPerStream: number;
  /** From before the transaction of an event until each stream has it. */
  delaysMs: { p50: number; p99: number; max: number };
};

/** Sends events to all of many streams of one built node. Another node, in this process, publishes them. */
export async function measureEvents(cluster: Cluster, say: (sentence: string) => void): Promise<EventResults> {
  return withFreshDatabase(cluster, 'meadow_bench_events', async (databaseUrl) => {
    const issuer = await startTestIssuer();
    const meadow = await startMeadow(databaseUrl, issuer);
    const database = createDatabase({ connectionString: databaseUrl, onIdleError: () => undefined });
    const log = createLogger('warn');
    const node = { db: database.db, clock: systemClock, log, onEventsStored: async () => undefined };
    const sequencer = createSequencer(node);
    database.onCommit(sequencer.wake);
    const sockets: Socket[] = [];
    try {
      say(`Opening ${STREAMS} streams.`);
      // The first requests load code and connections.
      await openStream(meadow.port, await issuer.sign(randomUUID(), new Date()), 0).then((socket) => socket.destroy());
      await delay(QUIET_MS);
      const before = await readSize(meadow.pid);
      const numbers = Array.from({ length: STREAMS }, (_, index) => index);
      for (const batch of chunk(numbers, OPENED_AT_ONCE)) {
        const opening = batch.map(async (number) =>
          openStream(meadow.port, await issuer.sign(randomUUID(), new Date()), number),
        );
        sockets.push(...(await Promise.all(opening)));
      }
      await delay(QUIET_MS);
      const kilobytesPerStream = ((await readSize(meadow.pid)) - before) * (1_000 / STREAMS);
      sequencer.start();
      await delay(QUIET_MS);
      const delays: number[] = [];
      for (let count = 0; count < EVENTS; count += 1) {
        delays.push(...(await sendToAll(sockets, (id) => publish(node, id))));
        await delay(500);
      }
      return { streams: STREAMS, kilobytesPerStream, delaysMs: summarize(delays) };
    } finally {
      for (const socket of sockets) socket.destroy();
      await sequencer.stop();
      await database.close();
      await meadow.stop();
      await issuer.close();
    }
  });
}

async function publish(node: Pick<Parameters<typeof createSequencer>[0], 'db' | 'clock'>, id: string): Promise<void> {
  const data = { transaction_id: id, amount: 1, balance: 1 };
  await node.db
    .transaction()
    .execute((tx) => publishEvents(node, tx, [{ kind: 'wallet.changed', audience: 'everyone', data }]));
}

/** Resolves when the stream has said that it is ready. */
async function openStream(port: number, token: string, number: number): Promise<Socket> {
  const localAddress = `127.0.0.${2 + Math.floor(number / STREAMS_PER_ADDRESS)}`;
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  await once(socket, 'connect');
  socket.write(`GET /api/events HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${token}\r\n\r\n`);
  let text = '';
  while (!text.includes('event: ready')) {
    const [bytes] = (await once(socket, 'data')) as [Buffer];
    text += bytes.toString('latin1');
    if (/^HTTP\/1\.1 [^2]/.test(text)) throw new Error(`A stream was refused: ${text}`);
  }
  return socket;
}

/** The delay of each stream in milliseconds. */
async function sendToAll(sockets: readonly Socket[], send: (id: string) => Promise<void>): Promise<number[]> {
  const id = randomUUID();
  const delays: number[] = [];
  const startedAt = performance.now();
  const received = sockets.map(
    (socket) =>
      new Promise<void>((resolve) => {
        const onData = (bytes: Buffer) => {
          if (!bytes.includes(id)) return;
          delays.push(performance.now() - startedAt);
          socket.off('data', onData);
          // Else it would wait with its bytes.
          socket.resume();
          resolve();
        };
        socket.on('data', onData);
      }),
  );
  await send(id);
  await Promise.all(received);
  return delays;
}

function summarize(delays: readonly number[]): EventResults['delaysMs'] {
  const sorted = delays.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p99: at(0.99), max: at(1) };
}

export function eventsTable({ streams, kilobytesPerStream, delaysMs: { p50, p99, max } }: EventResults): string[] {
  const row = [String(streams), kilobytesPerStream.toFixed(1), ...[p50, p99, max].map((ms) => ms.toFixed(0))];
  const head = ['streams', 'kB each', 'p50 ms', 'p99 ms', 'max ms'];
  return ['', `One event to all of the streams of a node, ${EVENTS} times`, ...table(head, [row])];
}

const MAX_KILOBYTES = 100;
const MAX_P99_MS = 1_000;

export function eventsShortcomings({ kilobytesPerStream, delaysMs: { p99 } }: EventResults): string[] {
  return [
    ...(kilobytesPerStream > MAX_KILOBYTES ? [`A stream takes ${kilobytesPerStream.toFixed(1)} kB.`] : []),
    ...(p99 > MAX_P99_MS ? [`An event reaches a stream after ${p99.toFixed(0)} ms (99th percentile).`] : []),
  ];
}
