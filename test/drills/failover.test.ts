import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { buildService, prepareEnvironment, runProgram } from '../process/service.ts';
import { type BuiltNode, startBuiltNode } from './servers/node.ts';
import { addressAt, startPrimary, startStandby } from './servers/postgres.ts';

const PER_SECOND = 20;
const BEFORE_MS = 5_000;
/** The time from the death of the primary to the promotion of the standby, as an operator or a cluster manager needs it. */
const UNTIL_PROMOTED_MS = 3_000;
const AFTER_MS = 15_000;
/** The time from the promotion until all requests succeed again. */
const MAX_OUTAGE_MS = 5_000;
const ENCRYPTION_KEY = randomBytes(32).toString('base64');

const build = await buildService();
afterAll(build.delete);

type Write = { title: string; key: string; status: number; code: string | undefined; sentAt: number };

test('a node with two hosts continues at the promoted standby without a restart: no acknowledged write is lost or duplicated', async () => {
  const primary = await startPrimary();
  const standby = await startStandby(primary);
  onTestFinished(async () => {
    await Promise.all([primary.remove(), standby.remove()]);
  });
  // What is acknowledged is on both.
  await primary.query(`alter system set synchronous_standby_names = '*'`);
  await primary.query('select pg_reload_conf()');
  const node = await startBuiltNode(build, {
    DATABASE_URL: `${addressAt(`${primary.host},${standby.host}`)}?target_session_attrs=read-write`,
    SCHEDULER: 'on',
    ENCRYPTION_KEY,
  });
  onTestFinished(node.stop);
  const token = await node.signUp('Ada');
  await expectEvent(node, token, 'ready');

  const writes: Promise<Write>[] = [];
  const write = async (title: string, key: string): Promise<Write> => {
    const sentAt = performance.now();
    const sent = await node
      .send('/api/journal', {
        token,
        body: { title, content: 'Sun', mood: 'calm' },
        headers: { 'idempotency-key': key },
      })
      .catch(() => null);
    const response = (await sent?.json()) as { code?: string } | undefined;
    return { title, key, status: sent?.status ?? 0, code: response?.code, sentAt };
  };
  let isOver = false;
  const load = (async () => {
    for (let count = 0; !isOver; count += 1) {
      writes.push(write(`Day ${count}`, randomUUID()));
      await delay(1_000 / PER_SECOND);
    }
  })();
  await delay(BEFORE_MS);
  const killedAt = performance.now();
  await primary.kill();
  await delay(UNTIL_PROMOTED_MS);
  await standby.promote();
  const promotedAt = performance.now();
  await delay(AFTER_MS);
  isOver = true;
  await load;
  const written = await Promise.all(writes);

  const failed = written.filter(({ status }) => status !== 201);
  // A machine that is busy with other work sheds load at any time.
  const cut = failed.filter(({ code }) => code !== 'server.overloaded');
  const last = Math.max(...cut.map(({ sentAt }) => sentAt));
  const unfinished = await repeat(failed, write);
  const rows = await standby.query<{ title: string; count: number }>(
    'select title, count(*)::int as count from journal_entry group by title',
  );
  const counts = new Map(rows.map(({ title, count }) => [title, count]));
  const numbers = {
    sent: written.length,
    failed: failed.length,
    codes: countBy(failed.map(({ status, code }) => `${status} ${code}`)),
    'failed in each second after the death': countBy(
      cut.map(({ sentAt }) => String(Math.floor((sentAt - killedAt) / 1_000))),
    ),
    'last failure after the promotion, ms': Math.round(last - promotedAt),
    'outage as the clients saw it, ms': Math.round(last - killedAt),
    lost: written.filter(({ title }) => !counts.has(title)).length,
    doubled: rows.filter(({ count }) => count > 1).length,
  };
  process.stdout.write(`${JSON.stringify(numbers, null, 1)}\n`);
  expect(unfinished).toEqual([]);
  expect(numbers).toMatchObject({ lost: 0, doubled: 0 });
  // These are responses of the node itself, which rejects what it cannot do.
  expect(failed.filter(({ status }) => status !== 503)).toEqual([]);
  expect(last - promotedAt).toBeLessThan(MAX_OUTAGE_MS);
  expect(cut.every(({ sentAt }) => sentAt > killedAt - 1_000)).toBe(true);
  // Sessions are at the new primary, too: events are announced, and the scheduler lives.
  await expectEvent(node, token, 'ready');
  const purposes = async () =>
    (
      await standby.query<{ purpose: string }>(
        `select distinct split_part(application_name, ' ', 3) as purpose from pg_stat_activity where usename = 'meadow'`,
      )
    ).map(({ purpose }) => purpose);
  await expect.poll(purposes, { timeout: 30_000 }).toEqual(expect.arrayContaining(['listen', 'requests', 'scheduler']));
});

function countBy(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

/** Sends failed writes again with their keys, and returns those that never succeed. */
async function repeat(
  failed: readonly Write[],
  write: (title: string, key: string) => Promise<Write>,
): Promise<Write[]> {
  let left = [...failed];
  for (let attempt = 0; left.length > 0 && attempt < 40; attempt += 1) {
    const again: Write[] = [];
    for (const { title, key } of left) again.push(await write(title, key));
    left = again.filter(({ status }) => status !== 201);
    if (left.length > 0) await delay(2_000);
  }
  return left;
}

async function expectEvent(node: BuiltNode, token: string, event: string): Promise<void> {
  const closing = new AbortController();
  const stream = await node.send('/api/events', { token, signal: closing.signal });
  expect(stream.status).toBe(200);
  const first = await stream.body?.pipeThrough(new TextDecoderStream()).getReader().read();
  expect(first?.value).toContain(event);
  closing.abort();
}

describe('a start', () => {
  test('waits for a database that is not there yet, with a line that says so', async () => {
    const server = await startPrimary();
    onTestFinished(server.remove);
    await server.kill();
    const place = await prepareEnvironment({ DATABASE_URL: addressAt(server.host), ENCRYPTION_KEY });
    const program = runProgram(build.main, place.environment);
    onTestFinished(async () => {
      program.child.kill('SIGINT');
      await program.ended;
      await place.delete();
    });
    await program.waitFor('the start waits for the database');
    expect(program.printed()).toContain(`"place":"${server.host}","code":"ECONNREFUSED"`);
    await server.start();
    await program.waitFor('Meadow is running.');
    expect(program.printed().match(/the start waits/g)).toHaveLength(1);
  });

  test('ends at once where waiting does not help: a wrong password, no such database', async () => {
    const server = await startPrimary();
    onTestFinished(server.remove);
    const wrong = addressAt(server.host).replace(/:[^:@]+@/, ':canary@');
    for (const [url, part] of [
      [wrong, 'rejects the password of the role meadow'],
      [addressAt(server.host, 'meadow', 'nowhere'), 'there is no database nowhere'],
    ] as const) {
      const place = await prepareEnvironment({ DATABASE_URL: url });
      const program = runProgram(build.main, place.environment);
      expect(await program.ended).toBe(1);
      await place.delete();
      expect(program.printed()).toContain(part);
      expect(program.printed()).not.toMatch(/canary|waits for/);
    }
  });
});
