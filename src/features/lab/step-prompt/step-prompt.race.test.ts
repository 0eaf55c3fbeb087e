import pg from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import { untilLockWait } from '#test/lock-waits.ts';
import { startSecondNode } from '#test/second-node.ts';
import { startTestApp } from '#test/start-test-app.ts';
import { byTier } from '#test/tier.ts';
import { labOf } from '../test-lab.ts';
import { promptUsers } from './step-prompt.actions.ts';

const app = await startTestApp({ environment: { LAB_CRON_SECRET: 'secret-of-the-spring' } });
const { call, clock, deps, person, databaseUrl } = app;
const other = await startSecondNode(app);
const { createPublicTemplate, copyTemplate } = labOf(app);

const USERS = 12;
const DAY = 24 * 60 * 60 * 1_000;

const many = <Item>(count: number, make: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => make(index));
const runJob = (on = call) =>
  on(null, 'POST', '/api/lab/cron/process-step-prompts', undefined, { 'x-cron-secret': 'secret-of-the-spring' });

let users: string[] = [];
beforeEach(async () => {
  await deps.db.deleteFrom('lab_template').execute();
  await deps.db.deleteFrom('notification').execute();
  clock.set(new Date());
  const template = await createPublicTemplate(await person());
  const readers = await Promise.all(many(USERS, () => person()));
  for (const reader of readers) expect((await copyTemplate(reader, template)).status).toBe(201);
  users = readers.map(({ id }) => id).toSorted();
  clock.advance(3 * DAY);
});

/** Each user has one notification and a stored prompt. */
async function expectEachPromptedOnce(): Promise<void> {
  const notified = await deps.db.selectFrom('notification').select('user_id').orderBy('user_id').execute();
  expect(notified.map(({ user_id }) => user_id)).toEqual(users);
  const stored = await deps.db
    .selectFrom('lab_step_prompt')
    .select('user_id')
    .where('last_prompted_at', '=', clock.now())
    .orderBy('user_id')
    .execute();
  expect(stored.map(({ user_id }) => user_id)).toEqual(users);
}

describe('step prompts', () => {
  test('five concurrent runs on two nodes prompt each user once', async () => {
    const runs = await Promise.all(many(5, (index) => runJob(index % 2 === 0 ? call : other.call)));
    expect(new Set(runs.map(({ status, body }) => `${status} ${body.success}`))).toEqual(new Set(['200 true']));
    expect(runs.reduce((sum, { body }) => sum + body.results.prompted, 0)).toBe(USERS);
    await expectEachPromptedOnce();
  });

  test('twenty concurrent batches on two nodes, without the lock of the job, prompt each user once', async () => {
    for (let round = 0; round < byTier(1, 6); round += 1) {
      const done = await Promise.all(
        many(20, (index) =>
          promptUsers(index % 2 === 0 ? deps : other.deps, index % 3 === 0 ? users : users.toReversed()),
        ),
      );
      expect(done.reduce((sum, { notified }) => sum + notified, 0)).toBe(USERS);
      expect(done.every(({ missed }) => missed === 0)).toBe(true);
      await expectEachPromptedOnce();
      await deps.db.deleteFrom('notification').execute();
      clock.advance(3 * DAY);
    }
  });

  test('the next run continues a run that was killed', async () => {
    const half = users.slice(0, USERS / 2);
    await promptUsers(deps, half);
    const dying = await deps.db.transaction().execute(async (tx) => {
      // The transaction of the next batch waits for this row.
      await tx
        .insertInto('lab_step_prompt')
        .values({ user_id: users.at(-1) ?? '', last_prompted_at: new Date(0) })
        .execute();
      const run = runJob(other.call);
      await untilLockWait(deps.db, run);
      await endSessions();
      return { run };
    });
    expect((await runJob()).body.results).toMatchObject({ prompted: USERS / 2, failed: 0 });
    await dying.run;
    await expectEachPromptedOnce();
  });
});

/** Ends the sessions with or waiting for the lock of a job, like a killed node. */
async function endSessions(): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`
    select pg_terminate_backend(pid, 5000) from pg_locks join pg_stat_activity using (pid)
    where (not granted or locktype = 'advisory') and datname = current_database()`);
  await client.end();
}
