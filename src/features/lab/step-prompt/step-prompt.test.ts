import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { costsOf, settle } from '../../../../test/plans.ts';
import { type Answer, type Person, startTestApp } from '../../../../test/start-test-app.ts';
import { labOf, STEPS } from '../test-lab.ts';
import { STEP_PROMPTS } from './step-prompt.jobs.ts';
import { listOwnersOfUnfinished } from './step-prompt.store.ts';

const app = await startTestApp({
  environment: {
    LAB_CRON_SECRET: 'secret-of-the-spring',
    WORKOUT_WINDOW_CRON_SECRET: 'secret-of-the-summer',
    CRON_SECRET: 'secret-of-the-autumn',
  },
});
const { call, clock, deps, issuer, person } = app;
const { publish } = labOf(app);

const CRON = '/api/lab/cron/process-step-prompts';
const HOUR = 60 * 60 * 1_000;
const DAY = 24 * HOUR;

const runJob = (secret = 'secret-of-the-spring', on = call): Promise<Answer> =>
  on(null, 'POST', CRON, undefined, { 'x-cron-secret': secret });
const prompted = async () => (await runJob()).body.results.prompted;

/** The same person with a token of this moment. */
const renewed = async (somebody: Person): Promise<Person> => ({
  ...somebody,
  token: await issuer.sign(somebody.id, clock.now(), { email: somebody.email }),
});
/** A copy of a template of somebody else's, made now. */
const begin = async (somebody: Person, fields: object = {}) => {
  const template = await publish(await person(), fields);
  const { body } = await call(await renewed(somebody), 'POST', `/api/lab/templates/${template.id}/clone`);
  return body.template;
};
const goOn = async (somebody: Person, { id }: { id: string }, completed_steps: number) =>
  call(await renewed(somebody), 'PUT', `/api/lab/templates/${id}`, { completed_steps });
const inboxOf = async (somebody: Person) =>
  (await call(await renewed(somebody), 'GET', '/api/notifications')).body.notifications;
const promptOf = ({ id }: Person) =>
  deps.db.selectFrom('lab_step_prompt').select('last_prompted_at').where('user_id', '=', id).executeTakeFirst();
const set = ({ id }: Person, values: object) =>
  deps.db.updateTable('profile').set(values).where('id', '=', id).execute();

beforeEach(async () => {
  clock.advance(1);
  await deps.db.deleteFrom('lab_template').execute();
});

describe('POST /api/lab/cron/process-step-prompts', () => {
  test('200 tells people which step of their experiment is next, and keeps when', async () => {
    const [ada, ben] = [await person(), await person()];
    const copy = await begin(ada, { title: 'A coil that sings' });
    await goOn(ada, copy, 1);
    await begin(ben);
    clock.advance(3 * DAY);
    const { status, body } = await runJob();
    expect([status, body]).toEqual([
      200,
      { success: true, message: '2 users were prompted.', results: { prompted: 2, failed: 0, errors: [] } },
    ]);
    const now = clock.now();
    expect(await inboxOf(ada)).toEqual([
      {
        id: expect.any(String),
        kind: 'step_prompt',
        title: 'Your experiment is waiting for you',
        body: 'The next step in “A coil that sings” is “Measure”.',
        data: { template_id: copy.id, step: 2 },
        read_at: null,
        created_at: now.toISOString(),
      },
    ]);
    expect(await inboxOf(ben)).toMatchObject([{ body: 'The next step in “A coil” is “Wind the coil”.' }]);
    expect(await promptOf(ada)).toEqual({ last_prompted_at: now });
    expect((await goOn(ada, copy, 2)).status).toBe(200);
  });

  test('200 tells whoever was never told by the next run, however lately they began', async () => {
    const ada = await person();
    await begin(ada);
    expect(await prompted()).toBe(1);
    expect(await inboxOf(ada)).toMatchObject([{ data: { step: 1 } }]);
  });

  test('200 tells whoever was told three days ago, also where they go on every day', async () => {
    const ada = await person();
    const copy = await begin(ada);
    const nights = [];
    for (const completed_steps of [0, 1, 1, 2, 2, 1, 2]) {
      await goOn(ada, copy, completed_steps);
      nights.push(await prompted());
      clock.advance(DAY);
    }
    expect(nights).toEqual([1, 0, 0, 1, 0, 0, 1]);
    expect(await inboxOf(ada)).toMatchObject([{ data: { step: 3 } }, { data: { step: 3 } }, { data: { step: 1 } }]);
  });

  test('200 tells them again after three days, and nobody earlier', async () => {
    const ada = await person();
    await begin(ada);
    clock.advance(30 * DAY);
    expect(await prompted()).toBe(1);
    for (const wait of [0, DAY, DAY]) {
      clock.advance(wait);
      expect(await prompted()).toBe(0);
    }
    clock.advance(DAY);
    expect([await prompted(), await prompted(), (await inboxOf(ada)).length]).toEqual([1, 0, 2]);
  });

  test('200 every third night, though no run begins at the same second as another', async () => {
    const ada = await person();
    await begin(ada);
    clock.advance(30 * DAY);
    const nights = [];
    for (const seconds of [9, 5, 8, 2, 240, 1, 0]) {
      clock.advance(seconds * 1_000);
      nights.push(await prompted());
      clock.advance(DAY - seconds * 1_000);
    }
    expect(nights).toEqual([1, 0, 0, 1, 0, 0, 1]);
  });

  test('200 tells of one experiment, the one that was touched last', async () => {
    const ada = await person();
    const first = await begin(ada, { title: 'First' });
    clock.advance(HOUR);
    const second = await begin(ada, { title: 'Second' });
    clock.advance(HOUR);
    await goOn(ada, first, 1);
    clock.advance(3 * DAY);
    expect(await prompted()).toBe(1);
    expect(await inboxOf(ada)).toMatchObject([{ data: { template_id: first.id } }]);
    await goOn(ada, second, 1);
    clock.advance(3 * DAY - HOUR / 2 - 1);
    expect(await prompted()).toBe(0);
    clock.advance(1);
    expect(await prompted()).toBe(1);
    expect((await inboxOf(ada))[0]).toMatchObject({ data: { template_id: second.id, step: 2 } });
  });

  test('200 leaves alone who has ended all, or begun nothing', async () => {
    const [ada, author] = [await person(), await person()];
    await publish(author);
    await call(author, 'POST', '/api/lab/templates', { title: 'Mine', steps: STEPS, is_template: false });
    const copy = await begin(ada);
    await goOn(ada, copy, STEPS.length);
    clock.advance(30 * DAY);
    expect(await prompted()).toBe(0);
    await goOn(ada, copy, 0);
    expect(await prompted()).toBe(1);
  });

  test('200 leaves out who is deactivated, is synthetic, or does not want that', async () => {
    const [blocked, robot, shy] = [await person(), await person(), await person()];
    for (const somebody of [blocked, robot, shy]) await begin(somebody);
    await set(blocked, { is_active: false });
    await set(robot, { is_ai: true });
    await call(shy, 'PUT', '/api/user/profile', { preferences: { step_prompts: false } });
    clock.advance(3 * DAY);
    expect((await runJob()).body.results).toEqual({ prompted: 0, failed: 0, errors: [] });
    expect(await promptOf(blocked)).toBeUndefined();
    await set(blocked, { is_active: true });
    await call(await renewed(shy), 'PUT', '/api/user/profile', { preferences: { step_prompts: true } });
    expect(await prompted()).toBe(2);
  });

  test('200 counts whom no notice reaches as not prompted, and tells them by the next run', async () => {
    const [held, ada] = [await person(), await person()];
    for (const somebody of [held, ada]) await begin(somebody);
    clock.advance(3 * DAY);
    // The key of the profile is held by somebody, as where it is being deleted, but the row of the prompt is there.
    await deps.db
      .insertInto('lab_step_prompt')
      .values({ user_id: held.id, last_prompted_at: new Date(0) })
      .execute();
    const { body } = await deps.db.transaction().execute(async (tx) => {
      await tx.selectFrom('profile').select('id').where('id', '=', held.id).forUpdate().execute();
      return runJob();
    });
    expect(body.results).toEqual({
      prompted: 1,
      failed: 1,
      errors: ['1 users were not prompted. The next run retries.'],
    });
    expect(await promptOf(held)).toBeUndefined();
    expect([await prompted(), (await inboxOf(held)).length, (await inboxOf(ada)).length]).toEqual([1, 1, 1]);
  });

  test('200 tells everybody, in as many portions as it takes', async () => {
    await crowd(1_300);
    expect((await runJob()).body.results).toEqual({ prompted: 1_300, failed: 0, errors: [] });
    expect(await prompted()).toBe(0);
  });

  test('200 with the titles in the languages that they are in, however long', async () => {
    const ada = await person();
    const title = `日記 “${'é'.repeat(190)}”`;
    await begin(ada, { title, steps: [{ title: '<b>Grüße</b>', instructions: 'i'.repeat(5_000) }] });
    clock.advance(3 * DAY);
    await runJob();
    expect(await inboxOf(ada)).toMatchObject([{ body: `The next step in “${title}” is “<b>Grüße</b>”.` }]);
  });

  test('200 finds people by an index, however many experiments there are', async () => {
    await crowd(3_000);
    await sql`
      insert into lab_template (id, owner_id, title, description, steps, is_template, is_public, created_at, updated_at)
      select gen_random_uuid(), owner_id, 'A coil', '', '[{}]', true, true, now(), now() from lab_template`.execute(
      deps.db,
    );
    await settle(deps.db, 'lab_template');
    for (const { buffers, outline } of await costsOf(app.databaseUrl, (db) => listOwnersOfUnfinished(db, null, 500))) {
      const plan = outline.join('\n');
      expect(plan).toContain('lab_template_unfinished_owner_id_updated_at_idx');
      expect(plan).not.toContain('Sort');
      expect(buffers, plan).toBeLessThanOrEqual(100);
    }
  });

  test.each(['secret-of-the-spring', 'secret-of-the-summer'])('200 with the secret %s', async (secret) => {
    expect((await runJob(secret)).status).toBe(200);
  });

  test.each(['secret-of-the-autumn', '', 'secret-of-the-spring,secret-of-the-summer'])(
    '401 with the secret %j',
    async (secret) => {
      await begin(await person());
      clock.advance(3 * DAY);
      expect((await runJob(secret)).body.code).toBe('cron.secret-invalid');
      expect(await prompted()).toBe(1);
    },
  );

  test('401 with the token of anybody, and without anything', async () => {
    for (const somebody of [null, await person(), await app.superAdmin()]) {
      expect((await call(somebody, 'POST', CRON)).status).toBe(401);
    }
  });
});

describe('POST /api/lab/cron/process-step-prompts where none of its secrets is configured', async () => {
  const closed = await startTestApp({ environment: { CRON_SECRET: 'secret-of-the-autumn' } });

  test.each(['secret-of-the-autumn', '', 'undefined', 'null'])('401 with the secret %j', async (secret) => {
    expect((await runJob(secret, closed.call)).body.code).toBe('cron.secret-invalid');
  });
});

test('The job of the night does the same', async () => {
  await begin(await person());
  clock.advance(3 * DAY);
  expect(await STEP_PROMPTS.run(deps, clock.now())).toMatchObject({ message: '1 users were prompted.' });
});

/** So many people with an experiment that they began long ago, written straight into the database. */
async function crowd(count: number): Promise<void> {
  await sql`
    with owner as (
      insert into profile (id, role_changed_at, created_at, updated_at)
      select gen_random_uuid(), now(), now(), now() from generate_series(1, ${count}::int) returning id
    )
    insert into lab_template (id, owner_id, title, description, steps, is_template, is_public, completed_steps,
      created_at, updated_at)
    select gen_random_uuid(), id, 'A coil', '', '[{"title": "Wind"}]', false, false, 0, '2020-01-01', '2020-01-01'
    from owner`.execute(deps.db);
}
