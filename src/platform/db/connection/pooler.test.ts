import pg from 'pg';
import { afterAll, expect, inject, test } from 'vitest';
import { createTestDatabase } from '#test/database/database.ts';
import { DEFAULT_TIMEOUTS } from '../database.ts';
import { atOneAddress } from './addresses.ts';
import { checkPooler } from './pooler.ts';

// test/drills has poolers. Here, the server itself is taken for one, whose sessions have the timeouts of the database.
const database = await createTestDatabase(inject('clusterUrl'), 'template0');
afterAll(database.drop);
const name = new URL(database.url).pathname.slice(1);
const pooled = new URL(database.url);
pooled.searchParams.set('target_session_attrs', 'any');
const behindPooler = { pooled: pooled.href, direct: database.url };

async function run(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

test('a server is no pooler, and needs no timeouts of its own', async () => {
  await expect(checkPooler(atOneAddress(database.url), DEFAULT_TIMEOUTS)).resolves.toBeUndefined();
});

test('sessions behind a pooler need each timeout: the refusal names those that are missing, and the statements', async () => {
  const refusal = await checkPooler(behindPooler, DEFAULT_TIMEOUTS).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ code: 'database.pooler' });
  expect((refusal as Error).message).toContain(`in database ${name} set statement_timeout = 5000;`);
  expect((refusal as Error).message).toContain('set idle_in_transaction_session_timeout = 10000;');
  await run(`alter database ${name} set statement_timeout = '5s'; alter database ${name} set lock_timeout = '1s'`);
  const next = await checkPooler(behindPooler, DEFAULT_TIMEOUTS).catch((error: unknown) => error);
  expect((next as Error).message).not.toContain('statement_timeout');
  expect((next as Error).message).not.toContain('lock_timeout');
  await run(`alter database ${name} set idle_in_transaction_session_timeout = '10s'`);
  await expect(checkPooler(behindPooler, DEFAULT_TIMEOUTS)).resolves.toBeUndefined();
});

test('a timeout that is longer than the settings say is none', async () => {
  const shorter = { ...DEFAULT_TIMEOUTS, statementTimeoutMs: 4_999 };
  await expect(checkPooler(behindPooler, shorter)).rejects.toThrow('set statement_timeout = 4999;');
});
