import pg from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import { untilLockWait } from '../../../../test/lock-waits.ts';
import { startSecondNode } from '../../../../test/second-node.ts';
import { startTestApp } from '../../../../test/start-test-app.ts';
import { byTier } from '../../../../test/tier.ts';
import { labOf } from '../test-lab.ts';
import { promptUsers } from './step-prompt.actions.ts';

const app = await startTestApp({ environment: { LAB_CRON_SECRET: 'secret-of-the-spring' } });
const { call, clock, deps, person, databaseUrl } = app;
const other = await startSecondNode(app);
const { publish, clone } = labOf(app);

const PEOPLE = 12;
const DAY = 24 * 60 * 60 * 1_000;

const many = <Item>(count: number, make: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => make(index));
const runJob = (on = call) =>
  on(null, 'POST', '/api/lab/cron/process-step-prompts', undefined, { 'x-cron-secret': 'secret-of-the-spring' });

let people: string[] = [];
beforeEach(async () => {
  await deps.db.deleteFrom('lab_template').execute();
  await deps.db.deleteFrom('notification').execute();
  clock.set(new Date());
  const template = await publish(await person());
  const readers = await Promise.all(many(PEOPLE, () => person()));
  for (const reader of readers) expect((await clone(reader, template)).status).toBe(201);
  people = readers.map(({ id }) => id).toSorted();
  clock.advance(3 * DAY);
});

/** Everybody was told once, and that is kept. */
async function expectEachToldOnce(): Promise<void> {
  const told = await deps.db.selectFrom('notification').select('user_id').orderBy('user_id').execute();
  expect(told.map(({ user_id }) => user_id)).toEqual(people);
  const kept = await deps.db
    .selectFrom('lab_step_prompt')
    .select('user_id')
    .where('last_prompted_at', '=', clock.now())
    .orderBy('user_id')
    .execute();
  expect(kept.map(({ user_id }) => user_id)).toEqual(people);
}

describe('prompts for the next step', () => {
  test('by five runs at once on two nodes come once', async () => {
    const runs = await Promise.all(many(5, (index) => runJob(index % 2 === 0 ? call : other.call)));
    expect(new Set(runs.map(({ status, body }) => `${status} ${body.success}`))).toEqual(new Set(['200 true']));
    expect(runs.reduce((sum, { body }) => sum + body.results.prompted, 0)).toBe(PEOPLE);
    await expectEachToldOnce();
  });

  test('by twenty at once on two nodes, with nothing else between them, come once', async () => {
    for (let round = 0; round < byTier(1, 20); round += 1) {
      const done = await Promise.all(
        many(20, (index) =>
          promptUsers(index % 2 === 0 ? deps : other.deps, index % 3 === 0 ? people : people.toReversed()),
        ),
      );
      expect(done.reduce((sum, { notified }) => sum + notified, 0)).toBe(PEOPLE);
      expect(done.every(({ missed }) => missed === 0)).toBe(true);
      await expectEachToldOnce();
      await deps.db.deleteFrom('notification').execute();
      clock.advance(3 * DAY);
    }
  });

  test('of a run that dies half-way come with the next one, once', async () => {
    const half = people.slice(0, PEOPLE / 2);
    await promptUsers(deps, half);
    const dying = await deps.db.transaction().execute(async (tx) => {
      // Whoever is told next waits for this, in the transaction that tells them.
      await tx
        .insertInto('lab_step_prompt')
        .values({ user_id: people.at(-1) ?? '', last_prompted_at: new Date(0) })
        .execute();
      const run = runJob(other.call);
      await untilLockWait(deps.db, run);
      await endSessions();
      return { run };
    });
    expect((await runJob()).body.results).toMatchObject({ prompted: PEOPLE / 2, failed: 0 });
    await dying.run;
    await expectEachToldOnce();
  });
});

/** Ends the sessions that hold the lock of a job or wait for one, as the death of their node does. */
async function endSessions(): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`
    select pg_terminate_backend(pid, 5000) from pg_locks join pg_stat_activity using (pid)
    where (not granted or locktype = 'advisory') and datname = current_database()`);
  await client.end();
}
