import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '#app/config.ts';
import { requestPoolOptions } from '#app/database.ts';
import type { DatabaseAddresses } from '#platform/db/connection/addresses.ts';
import { createDatabase } from '#platform/db/database.ts';
import { buildService, prepareEnvironment, runProgram } from '../process/service.ts';
import { startBuiltNode } from './servers/node.ts';
import { knowsStatements, type Pgbouncer, type PgbouncerOptions, startPgbouncer } from './servers/pgbouncer.ts';
import { addressAt, startPrimary } from './servers/postgres.ts';

const TIMEOUTS =
  'set statement_timeout = 5000; set lock_timeout = 2000; set idle_in_transaction_session_timeout = 10000';
const CRON_SECRET = 'secret-of-the-drill';
const ENCRYPTION_KEY = randomBytes(32).toString('base64');

const [build, server] = await Promise.all([buildService(), startPrimary()]);
const direct = addressAt(server.host);
afterAll(async () => {
  await Promise.all([build.delete(), server.remove()]);
});

const openBouncer = async (options: PgbouncerOptions): Promise<Pgbouncer> => {
  const bouncer = await startPgbouncer(server, options);
  onTestFinished(bouncer.remove);
  return bouncer;
};

const countLocks = async () =>
  (await server.query<{ count: number }>(`select count(*)::int as count from pg_locks where locktype = 'advisory'`))[0]
    ?.count;

/** What a start prints that cannot be. */
async function refusalOf(settings: Record<string, string>): Promise<string> {
  const place = await prepareEnvironment(settings);
  const program = runProgram(build.main, place.environment);
  expect(await program.ended).toBe(1);
  await place.delete();
  return program.printed();
}

type Mode = { name: string; options: PgbouncerOptions; settings: Record<string, string> };

const TRANSACTION: PgbouncerOptions = { poolMode: 'transaction', timeouts: TIMEOUTS };
const WITH_NAMED_STATEMENTS: Mode = {
  name: 'transaction mode with named statements',
  options: { ...TRANSACTION, preparedStatements: true },
  settings: { DATABASE_DIRECT_URL: direct, DATABASE_PREPARED_STATEMENTS: 'on' },
};
const MODES: readonly Mode[] = [
  { name: 'session mode', options: { poolMode: 'session' }, settings: {} },
  { name: 'transaction mode', options: TRANSACTION, settings: { DATABASE_DIRECT_URL: direct } },
  ...((await knowsStatements()) ? [WITH_NAMED_STATEMENTS] : []),
];

describe.each(MODES)('behind pgbouncer in $name', ({ name, options, settings }) => {
  const settingsOf = ({ host }: Pgbouncer) => ({ DATABASE_URL: addressAt(host), ENCRYPTION_KEY, ...settings });

  test('a node serves, writes once, announces events and runs jobs, and leaves no lock', async () => {
    const bouncer = await openBouncer(options);
    const node = await startBuiltNode(build, { ...settingsOf(bouncer), SCHEDULER: 'on', CRON_SECRET });
    let isStopped = false;
    onTestFinished(async () => {
      if (!isStopped) await node.stop();
    });
    const person = `Ada-${name.replaceAll(' ', '-')}`;
    const token = await node.signUp(person);

    // More at once than the pool has connections, so that statements meet in all sessions.
    const entries = Array.from({ length: 200 }, (_, index) => ({
      title: `Day ${index}`,
      content: 'Sun',
      mood: 'calm',
    }));
    const key = randomUUID();
    const write = (body: object, more: Record<string, string> = {}) =>
      node.send('/api/journal', { token, body, headers: more });
    const statuses: number[] = [];
    const waiting = [...entries];
    const client = async () => {
      for (let entry = waiting.shift(); entry !== undefined; entry = waiting.shift()) {
        statuses.push((await write(entry)).status, (await node.send('/api/journal', { token })).status);
      }
    };
    await Promise.all(Array.from({ length: 24 }, client));
    expect(statuses.filter((status) => status >= 300)).toEqual([]);
    const repeated = await Promise.all(
      Array.from({ length: 5 }, () =>
        write({ title: 'Once', content: 'Sun', mood: 'calm' }, { 'idempotency-key': key }),
      ),
    );
    expect(repeated.map(({ status }) => status)).toContain(201);
    const [found] = await server.query<{ all: number; once: number }>(
      `select count(*)::int as all, count(*) filter (where title = 'Once')::int as once from journal_entry
       where user_id = (select id from profile where email = $1)`,
      [`${person.toLowerCase()}@people.test`],
    );
    expect(found).toEqual({ all: entries.length + 1, once: 1 });

    const stream = await node.send('/api/events', { token, headers: { accept: 'text/event-stream' } });
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    let heard = '';
    const listening = (async () => {
      while (!heard.includes('event: wallet.changed')) {
        const { value, done } = (await reader?.read()) ?? { done: true, value: '' };
        if (done) return;
        heard += value;
      }
    })();
    await expect.poll(() => heard, { timeout: 10_000 }).toContain('ready');
    await node.read('/api/drops/award-monthly', { token, body: {} });
    await listening;
    await reader?.cancel();
    expect(heard).toContain('event: wallet.changed');

    await node.read('/api/cron/build-exports', { body: {}, headers: { 'x-cron-secret': CRON_SECRET } });
    await server.query(`select graphile_worker.add_job('build-exports', $1)`, [
      JSON.stringify({ _cron: { ts: new Date().toISOString() } }),
    ]);
    const countRuns = async () =>
      (await server.query(`select from job_run where job = 'build-exports' and succeeded`)).length;
    await expect.poll(countRuns, { timeout: 30_000 }).toBeGreaterThanOrEqual(2);

    expect(await countLocks()).toBeGreaterThan(0);
    const names = await server.query<{ name: string }>(
      `select distinct application_name as name from pg_stat_activity where usename = 'meadow'`,
    );
    expect(names.map(({ name }) => name)).toContainEqual(expect.stringMatching(/^meadow \S+ listen events$/));
    await node.stop();
    isStopped = true;
    await expect.poll(countLocks).toBe(0);
  });

  test('statements and locks of requests have their timeouts', async () => {
    const bouncer = await openBouncer(options);
    const config = readConfig(settingsOf(bouncer));
    const { db, close } = createDatabase({
      ...requestPoolOptions(config, config.database.addresses as DatabaseAddresses),
      onIdleError: () => undefined,
    });
    onTestFinished(close);
    const slow = await Promise.allSettled(Array.from({ length: 5 }, () => sql`select pg_sleep(30)`.execute(db)));
    expect(slow.map((outcome) => outcome.status === 'rejected' && outcome.reason.code)).toEqual(Array(5).fill('57014'));
    expect(
      await server.query(`select from pg_stat_activity where query like '%pg_sleep(30)' and state = 'active'`),
    ).toEqual([]);

    const key = `key of ${name}`;
    const holder = new pg.Client({ connectionString: addressAt(server.host, 'postgres') });
    await holder.connect();
    await holder.query('select pg_advisory_lock(hashtext($1))', [key]);
    const waiting = sql`select pg_advisory_xact_lock(hashtext(${key}))`.execute(db);
    await expect(waiting).rejects.toMatchObject({ code: '55P03' });
    await holder.end();
    // A transaction that asked for more time has it, in its own transaction alone.
    await db.transaction().execute(async (tx) => {
      await sql`set local statement_timeout = '20s'`.execute(tx);
      await sql`select pg_sleep(5.5)`.execute(tx);
    });
    await expect(sql`select pg_sleep(30)`.execute(db)).rejects.toMatchObject({ code: '57014' });
  });
});

describe('pgbouncer in transaction mode', () => {
  test('without DATABASE_DIRECT_URL a start ends with what to do, and leaves nothing that others wait for', async () => {
    const bouncer = await openBouncer(TRANSACTION);
    const refusal = await refusalOf({ DATABASE_URL: addressAt(bouncer.host), SCHEDULER: 'on' });
    expect(refusal).toContain(`DATABASE_URL: ${bouncer.host} is a pooler in transaction mode`);
    expect(refusal).toContain('Set DATABASE_DIRECT_URL');
    expect(await countLocks()).toBe(0);
  });

  test('with a pooler as DATABASE_DIRECT_URL it ends as well', async () => {
    const bouncer = await openBouncer(TRANSACTION);
    const url = addressAt(bouncer.host);
    const refusal = await refusalOf({ DATABASE_URL: url, DATABASE_DIRECT_URL: `${url}?target_session_attrs=any` });
    expect(refusal).toContain(`DATABASE_DIRECT_URL: ${bouncer.host} is a pooler in transaction mode, too.`);
  });

  test('without timeouts it ends with the statements that set them, which help', async () => {
    const bouncer = await openBouncer({ poolMode: 'transaction' });
    const settings = { DATABASE_URL: addressAt(bouncer.host), DATABASE_DIRECT_URL: direct, ENCRYPTION_KEY };
    const refusal = await refusalOf(settings);
    const statements = refusal.match(/alter role .*;/g) ?? [];
    expect(statements).toHaveLength(3);
    onTestFinished(async () => {
      await server.query('alter role meadow in database meadow reset all');
    });
    for (const statement of statements) await server.query(statement);
    await bouncer.command('reconnect');
    const node = await startBuiltNode(build, settings);
    onTestFinished(node.stop);
    expect((await node.send('/health/ready')).status).toBe(200);
  });
});
