import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { createTemplate } from '../database/database.ts';
import { startStubbornProxy } from '../servers/stubborn-proxy.ts';
import { startTestApp } from '../start-test-app.ts';
import { addressAt, startPrimary, startStandby } from './servers/postgres.ts';

const primary = await startPrimary({ fsync: 'off', max_connections: '200' });
afterAll(primary.remove);
const settings = { hot_standby_feedback: 'on', max_connections: '200' };
const replicas = [await startStandby(primary, settings), await startStandby(primary, settings)];
afterAll(async () => void (await Promise.all(replicas.map(({ remove }) => remove()))));
const urlOf = ({ host }: { host: string }) => addressAt(host, 'postgres', 'postgres');
await createTemplate(urlOf(primary));
const proxies = await Promise.all(replicas.map((replica) => startStubbornProxy(urlOf(replica))));
const cluster = { url: urlOf(primary), replicaUrls: proxies.map(({ url }) => url) };
const { call, person, deps, clock } = await startTestApp({ cluster, cachesAccounts: true });

const statesOf = () => deps.replicas.list().map(({ state }) => state);
const poll = { timeout: 60_000, interval: 10 };

/** Writes and reads at this many at once until stopped, and checks that each list has what was written before it. */
function startLoad(concurrency: number) {
  let isStopped = false;
  const failures: string[] = [];
  let requests = 0;
  const work = async () => {
    const author = await person();
    for (let round = 0; !isStopped; round += 1) {
      clock.advance(1);
      const title = `Entry ${round}`;
      const written = await call(author, 'POST', '/api/journal', { title, content: 'Under load' });
      const read = await call(author, 'GET', '/api/journal?scope=mine&limit=1');
      requests += 2;
      if (written.status !== 201 || read.status !== 200) failures.push(`${written.text} ${read.text}`);
      else if (read.body.entries[0].title !== title) failures.push(`${title} was missed`);
    }
  };
  const ended = Promise.all(Array.from({ length: concurrency }, work));
  return {
    stop: async () => {
      isStopped = true;
      await ended;
      return { failures, requests };
    },
  };
}

async function untilLeft(): Promise<number> {
  const start = performance.now();
  while (statesOf()[0] !== 'unreachable') await delay(5);
  return Math.round(performance.now() - start);
}

/** The shortest of several: other work of the machine may interrupt one of them. */
const MAX_ATTEMPTS = 3;
const MAX_LEFT_AFTER_MS = 1_000;

const [replica] = replicas;
const [proxy] = proxies;

test.each([
  ['crashes', () => replica?.kill(), () => replica?.start()],
  ['hangs', async () => proxy?.swallow(), async () => proxy?.pass()],
] as const)(
  'a replica that %s under load costs no request, is left within a second, and is used again',
  async (what, fail, mend) => {
    await expect.poll(statesOf, poll).toEqual(['ready', 'ready']);
    const load = startLoad(8);
    await delay(2_000);
    await expect.poll(statesOf, poll).toEqual(['ready', 'ready']);
    let leftAfterMs = Number.POSITIVE_INFINITY;
    for (let attempt = 1; attempt <= MAX_ATTEMPTS && leftAfterMs >= MAX_LEFT_AFTER_MS; attempt += 1) {
      [leftAfterMs] = await Promise.all([untilLeft(), fail()]);
      await delay(1_000);
      await mend();
      await expect.poll(statesOf, poll).toEqual(['ready', 'ready']);
    }
    const before = deps.replicas.counts.read();
    await delay(2_000);
    const { failures, requests } = await load.stop();
    const counts = deps.replicas.counts.read();
    process.stdout.write(
      `${what}: ${requests} requests, left after ${leftAfterMs} ms, reads ${JSON.stringify(counts)}\n`,
    );
    expect(failures).toEqual([]);
    expect(requests).toBeGreaterThan(20);
    expect(counts.replica).toBeGreaterThan(before.replica ?? 0);
    expect(leftAfterMs).toBeLessThan(MAX_LEFT_AFTER_MS);
  },
);
