import { readFile } from 'node:fs/promises';
import { type HttpConnection, openHttpConnection } from './http-connection.ts';

/*
 * A process of its own, so that what it costs to ask is not taken from the server. Its parent gives it orders and
 * gets measurements.
 */

/** A request as it goes over the wire. A large body comes from a file. */
export type WireRequest = { text: string; file?: string };

/** The requests of a measurement, with port and duration. They are sent in rotation, starting where the last order of that list ended. */
export type Order = { port: number; requests: WireRequest[]; connections: number; seconds: number };

/** What came of it; times are in milliseconds. `firstError` is a sentence, or null where all went well. */
export type Measurement = {
  requests: number;
  requestsPerSecond: number;
  p50: number;
  p99: number;
  errors: number;
  firstError: string | null;
  kilobytesPerReply: number;
};

const asked = new Map<string, number>();
const NOTHING = Buffer.alloc(0);

async function carryOut(order: Order): Promise<Measurement> {
  const files = new Map<string, Buffer>();
  for (const { file } of order.requests) {
    if (file !== undefined && !files.has(file)) files.set(file, await readFile(file));
  }
  const requests = order.requests.map(({ text, file = '' }) => [Buffer.from(text), files.get(file) ?? NOTHING]);
  const key = `${order.port} ${order.requests[0]?.text}`;
  let next = asked.get(key) ?? 0;
  const times: number[] = [];
  let errors = 0;
  let firstError: string | null = null;
  let bytes = 0;

  const begin = performance.now();
  const end = begin + order.seconds * 1000;

  async function askInTurn(connection: HttpConnection): Promise<void> {
    for (let now = performance.now(); now < end; ) {
      const request = requests[next % requests.length];
      next += 1;
      if (request === undefined) return;
      const reply = await connection.send(request);
      const responded = performance.now();
      times.push(responded - now);
      now = responded;
      bytes += reply.bytes;
      if (reply.status < 200 || reply.status > 299) {
        errors += 1;
        firstError ??= `status ${reply.status}`;
      }
    }
  }

  const connections = await Promise.all(
    Array.from({ length: order.connections }, () => openHttpConnection(order.port)),
  );
  await Promise.all(
    connections.map((connection) =>
      askInTurn(connection).catch((error: unknown) => {
        errors += 1;
        firstError ??= String(error);
      }),
    ),
  );
  const seconds = (performance.now() - begin) / 1000;
  for (const connection of connections) connection.close();
  asked.set(key, next);

  times.sort((one, other) => one - other);
  const quantile = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return {
    requests: times.length,
    requestsPerSecond: times.length / seconds,
    p50: quantile(0.5),
    p99: quantile(0.99),
    errors,
    firstError,
    kilobytesPerReply: bytes / 1024 / Math.max(1, times.length),
  };
}

process.on('message', (order: Order) => {
  void carryOut(order).then((measurement) => process.send?.(measurement));
});
