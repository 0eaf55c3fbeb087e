import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { databaseUrl } from '../database/database.ts';
import { startTestApp } from '../start-test-app.ts';

const { person, call, deps, databaseUrl: url } = await startTestApp();

/** Simulates the demotion of a primary: new sessions are read-only, and earlier ones are closed. */
async function setReadOnly(isReadOnly: boolean): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl(inject('clusterUrl'), 'postgres') });
  await client.connect();
  const name = new URL(url).pathname.slice(1);
  await client.query(`alter database ${name} ${isReadOnly ? 'set default_transaction_read_only = on' : 'reset all'}`);
  if (isReadOnly) {
    await client.query('select pg_terminate_backend(pid, 20000) from pg_stat_activity where datname = $1', [name]);
  }
  await client.end();
}

test('on a read-only primary a node is not ready, reads go on, writes return an error, and it recovers at once without a restart', async () => {
  const ada = await person();
  const write = () => call(ada, 'POST', '/api/notebooks', { name: 'N' });
  expect((await write()).status).toBe(201);

  await setReadOnly(true);
  onTestFinished(() => setReadOnly(false));
  await expect.poll(async () => (await call(ada, 'GET', '/api/notebooks')).status).toBe(200);
  const ready = await call(null, 'GET', '/health/ready');
  expect([ready.status, ready.body.code]).toEqual([503, 'health.database-read-only']);
  expect(Number(ready.headers['retry-after'])).toBeGreaterThan(0);
  for (const { status, body, headers } of await Promise.all([write(), write()])) {
    expect([status, body.code, Number(headers['retry-after']) > 0]).toEqual([503, 'server.read-only', true]);
  }
  expect((await call(ada, 'GET', '/api/notebooks')).body.notebooks).toHaveLength(1);

  // The address leads to a primary again. The earlier sessions are still read-only, and nothing closes them.
  await Promise.all(Array.from({ length: 8 }, () => call(ada, 'GET', '/api/notebooks')));
  await setReadOnly(false);
  await call(null, 'GET', '/health/ready');
  expect((await call(null, 'GET', '/health/ready')).status).toBe(200);
  const writes = await Promise.all(Array.from({ length: 10 }, write));
  expect(writes.map(({ status }) => status)).toEqual(Array(10).fill(201));
  expect(await deps.db.selectFrom('notebook').select('id').execute()).toHaveLength(11);
});
