import pg from 'pg';
import { describe, expect, inject, test } from 'vitest';
import { databaseUrl } from '../database/database.ts';
import { startTestApp } from '../start-test-app.ts';

const {
  person,
  call,
  deps,
  databaseUrl: url,
} = await startTestApp({
  waits: {},
});
const builtIn = await startTestApp({ builtInIdentity: true, waits: {} });

/** Cuts every connection of the application, as a failover or an administrator would, and waits until all have ended. */
async function cutConnections(): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl(inject('clusterUrl'), 'postgres') });
  await client.connect();
  const { rows } = await client.query(
    'select count(pg_terminate_backend(pid, 20000))::int as cut from pg_stat_activity where datname = $1',
    [new URL(url).pathname.slice(1)],
  );
  await client.end();
  return rows[0].cut;
}

describe('when the connections to the database are cut', () => {
  test('requests under way get an answer, the process lives, and the next requests succeed', async () => {
    const ada = await person();
    const requests = Array.from({ length: 40 }, () => call(ada, 'GET', '/api/journal'));
    const [cut, ...responses] = await Promise.all([cutConnections(), ...requests]);
    expect(cut).toBeGreaterThan(0);
    for (const { status, body, headers } of responses) {
      expect([200, 503]).toContain(status);
      if (status === 503) expect([body.code, Number(headers['retry-after']) > 0]).toEqual(['server.busy', true]);
    }
    await expect.poll(async () => (await call(ada, 'GET', '/api/journal')).status).toBe(200);
    const next = await Promise.all(Array.from({ length: 20 }, () => call(ada, 'GET', '/api/journal')));
    expect(next.map(({ status }) => status)).toEqual(Array(20).fill(200));
  });

  test('between two statements of a transaction, the transaction fails and the process lives', async () => {
    const ada = await person();
    const transaction = deps.db.transaction().execute(async (tx) => {
      await tx.selectFrom('profile').select('id').where('id', '=', ada.id).execute();
      await cutConnections();
      // The driver hears of the cut on its own time: ask until it has.
      for (;;) await tx.selectFrom('profile').select('id').execute();
    });
    await expect(transaction).rejects.toMatchObject({ code: expect.stringMatching(/^(57P01|08006|ECONNRESET)$/) });
    await expect.poll(async () => (await call(ada, 'GET', '/api/journal')).status).toBe(200);
  });

  test('a connection that is taken but idle is replaced', async () => {
    const ada = await person();
    await deps.db.connection().execute(async () => expect(await cutConnections()).toBeGreaterThan(0));
    await expect.poll(async () => (await call(ada, 'GET', '/api/journal')).status).toBe(200);
  });
});

describe('when every connection is taken', () => {
  test.concurrent('a request is told after two seconds to come back, and is served once there are connections again', async ({
    expect,
  }) => {
    const ada = await person();
    const release = await takeAllConnections();
    const responses = await Promise.all([
      call(ada, 'GET', '/api/journal'),
      call(ada, 'POST', '/api/notebooks', { name: 'N' }),
    ]);
    const health = await call(null, 'GET', '/health');
    await release();
    for (const { status, body, headers } of responses) {
      expect([status, body.code]).toEqual([503, 'server.busy']);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
    expect(health.status).toBe(200);
    expect((await call(ada, 'GET', '/api/journal')).status).toBe(200);
    expect((await call(ada, 'GET', '/api/notebooks')).body.notebooks).toEqual([]);
  });

  test.concurrent('the built-in identity provider says so, too', async ({ expect }) => {
    const release = await takeAllConnections(builtIn.deps.db);
    const credentials = { email: 'ada@people.test', password: 'a long password' };
    const { status, body, headers } = await builtIn.call(null, 'POST', '/auth/sign-in/email', credentials);
    await release();
    expect([status, body.code, Number(headers['retry-after']) > 0]).toEqual([503, 'server.busy', true]);
  });
});

/** Takes every connection that the pool may open, and gives them back with the returned function. */
async function takeAllConnections(db = deps.db): Promise<() => Promise<void>> {
  let end: () => void = () => undefined;
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  const holders: Promise<void>[] = [];
  for (let index = 0; index < 10; index += 1) {
    await new Promise<void>((taken) => {
      const holder = db.connection().execute(() => {
        taken();
        return over;
      });
      holders.push(holder);
    });
  }
  return async () => {
    end();
    await Promise.all(holders);
  };
}
