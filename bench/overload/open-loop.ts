import { type HttpConnection, openHttpConnection } from '../load/http-connection.ts';

/*
 * A process of its own, which sends requests at their moments, whether or not former ones have a response. A response time counts from
 * the moment at which its request was due.
 */

export type OpenLoopOrder = {
  port: number;
  /** Sent in turn. */
  requests: string[];
  /** Requests a second. */
  rate: number;
  seconds: number;
};

/** What came of the requests of one second. Times are in milliseconds. */
export type Second = {
  sent: number;
  /** Served within `GOOD_MS`. */
  good: number;
  /** Response times of all that were served. */
  times: number[];
  /** Refused with 429 or 503. */
  refused: number;
  /** Other statuses, and connections that broke. */
  failed: number;
};

/** A request that is served later than this is of no use. */
export const GOOD_MS = 1_000;
/** As a proxy keeps them: more than a node has in hand at once. A request that finds none free waits, and its time counts. */
const MAX_CONNECTIONS = 1_000;
const TICK_MS = 2;
/** The longest wait for the last responses. */
const LAST_RESPONSE_MS = 12_000;

const idle: HttpConnection[] = [];
const waiting: (() => void)[] = [];
let connections = 0;

async function takeConnection(port: number): Promise<HttpConnection> {
  while (idle.length === 0 && connections >= MAX_CONNECTIONS) {
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  const free = idle.pop();
  if (free?.isOpen()) return free;
  // It takes the place of one that the server has closed.
  if (free === undefined) connections += 1;
  return openHttpConnection(port).catch((error) => {
    leave();
    throw error;
  });
}

function release(connection: HttpConnection): void {
  idle.push(connection);
  waiting.shift()?.();
}

function leave(): void {
  connections -= 1;
  waiting.shift()?.();
}

async function carryOut({ port, requests, rate, seconds }: OpenLoopOrder): Promise<Second[]> {
  const texts = requests.map((text) => Buffer.from(text));
  let inFlight = 0;
  const result: Second[] = Array.from({ length: seconds }, () => ({
    sent: 0,
    good: 0,
    times: [],
    refused: 0,
    failed: 0,
  }));

  async function send(number: number, dueAt: number, second: Second): Promise<void> {
    inFlight += 1;
    second.sent += 1;
    try {
      const connection = await takeConnection(port);
      try {
        const { status } = await connection.send([texts[number % texts.length] as Buffer]);
        release(connection);
        const time = performance.now() - dueAt;
        if (status >= 200 && status <= 299) {
          second.times.push(time);
          if (time <= GOOD_MS) second.good += 1;
        } else if (status === 503 || status === 429) second.refused += 1;
        else second.failed += 1;
      } catch (error) {
        leave();
        throw error;
      }
    } catch {
      second.failed += 1;
    } finally {
      inFlight -= 1;
    }
  }

  const begin = performance.now();
  const total = rate * seconds;
  let sent = 0;
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const elapsed = performance.now() - begin;
      for (const due = Math.min(total, (elapsed / 1_000) * rate); sent < due; sent += 1) {
        const second = result[Math.min(seconds - 1, Math.floor(sent / rate))] as Second;
        void send(sent, begin + (sent / rate) * 1_000, second);
      }
      if (sent < total) return;
      clearInterval(timer);
      resolve();
    }, TICK_MS);
  });
  const deadline = performance.now() + LAST_RESPONSE_MS;
  while (inFlight > 0 && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  return result;
}

process.on('message', (order: OpenLoopOrder) => {
  void carryOut(order).then((seconds) => process.send?.(seconds));
});
