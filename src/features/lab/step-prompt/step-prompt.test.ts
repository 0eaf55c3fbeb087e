import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { costsOf, settle } from '#test/plans.ts';
import { type Person, startTestApp, type TestResponse } from '#test/start-test-app.ts';
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
const { createPublicTemplate } = labOf(app);

const CRON = '/api/lab/cron/process-step-prompts';
const HOUR = 60 * 60 * 1_000;
const DAY = 24 * HOUR;

const runJob = (secret = 'secret-of-the-spring', on = call): Promise<TestResponse> =>
  on(null, 'POST', CRON, undefined, { 'x-cron-secret': secret });
const prompted = async () => (await runJob()).body.results.prompted;

/** The same user with a new token. */
const renewed = async (caller: Person): Promise<Person> => ({
  ...caller,
  token: await issuer.sign(caller.id, clock.now(), { email: caller.email }),
});
/** Copies a template of another user. */
const createCopy = async (caller: Person, fields: object = {}) => {
  const template = await createPublicTemplate(await person(), fields);
  const { body } = await call(await renewed(caller), 'POST', `/api/lab/templates/${template.id}/clone`);
  return body.template;
};
const completeSteps = async (caller: Person, { id }: { id: string }, completed_steps: number) =>
  call(await renewed(caller), 'PUT', `/api/lab/templates/${id}`, { completed_steps });
const inboxOf = async (caller: Person) =>
  (await call(await renewed(caller), 'GET', '/api/notifications')).body.notifications;
const promptOf = ({ id }: Person) =>
  deps.db.selectFrom('lab_step_prompt').select('last_prompted_at').where('user_id', '=', id).executeTakeFirst();
const set = ({ id }: Person, values: object) =>
  deps.db.updateTable('profile').set(values).where('id', '=', id).execute();

beforeEach(async () => {
  clock.advance(1);
  await deps.db.deleteFrom('lab_template').execute();
});

describe('POST /api/lab/cron/process-step-prompts', () => {
  test('notifies users of their next step and stores the time', async () => {
    const [ada, ben] = [await person(), await person()];
    const copy = await createCopy(ada, { title: 'A coil that sings' });
    await completeSteps(ada, copy, 1);
    await createCopy(ben);
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
        data: { template_id: copy.id, step: 2, template_title: 'A coil that sings', step_title: 'Measure' },
        key: 'notification.step_prompt',
        target: { type: 'experiment', id: copy.id },
        actor: null,
        read_at: null,
        created_at: now.toISOString(),
      },
    ]);
    expect(await inboxOf(ben)).toMatchObject([{ body: 'The next step in “A coil” is “Wind the coil”.' }]);
    expect(await promptOf(ada)).toEqual({ last_prompted_at: now });
    expect((await completeSteps(ada, copy, 2)).status).toBe(200);
  });

  test('prompts a user without an earlier prompt at the next run, also for a new copy', async () => {
    const ada = await person();
    await createCopy(ada);
    expect(await prompted()).toBe(1);
    expect(await inboxOf(ada)).toMatchObject([{ data: { step: 1 } }]);
  });

  test('prompts every three days, also users who continue daily', async () => {
    const ada = await person();
    const copy = await createCopy(ada);
    const nights = [];
    for (const completed_steps of [0, 1, 1, 2, 2, 1, 2]) {
      await completeSteps(ada, copy, completed_steps);
      nights.push(await prompted());
      clock.advance(DAY);
    }
    expect(nights).toEqual([1, 0, 0, 1, 0, 0, 1]);
    expect(await inboxOf(ada)).toMatchObject([{ data: { step: 3 } }, { data: { step: 3 } }, { data: { step: 1 } }]);
  });

  test('prompts again after three days, not earlier', async () => {
    const ada = await person();
    await createCopy(ada);
    clock.advance(30 * DAY);
    expect(await prompted()).toBe(1);
    for (const wait of [0, DAY, DAY]) {
      clock.advance(wait);
      expect(await prompted()).toBe(0);
    }
    clock.advance(DAY);
    expect([await prompted(), await prompted(), (await inboxOf(ada)).length]).toEqual([1, 0, 2]);
  });

  test('prompts every third night although runs start at different seconds', async () => {
    const ada = await person();
    await createCopy(ada);
    clock.advance(30 * DAY);
    const nights = [];
    for (const seconds of [9, 5, 8, 2, 240, 1, 0]) {
      clock.advance(seconds * 1_000);
      nights.push(await prompted());
      clock.advance(DAY - seconds * 1_000);
    }
    expect(nights).toEqual([1, 0, 0, 1, 0, 0, 1]);
  });

  test('prompts for the copy that changed last', async () => {
    const ada = await person();
    const first = await createCopy(ada, { title: 'First' });
    clock.advance(HOUR);
    const second = await createCopy(ada, { title: 'Second' });
    clock.advance(HOUR);
    await completeSteps(ada, first, 1);
    clock.advance(3 * DAY);
    expect(await prompted()).toBe(1);
    expect(await inboxOf(ada)).toMatchObject([{ data: { template_id: first.id } }]);
    await completeSteps(ada, second, 1);
    clock.advance(3 * DAY - HOUR / 2 - 1);
    expect(await prompted()).toBe(0);
    clock.advance(1);
    expect(await prompted()).toBe(1);
    expect((await inboxOf(ada))[0]).toMatchObject({ data: { template_id: second.id, step: 2 } });
  });

  test('does not prompt users who switched off the kind, which is no failure', async () => {
    const ada = await person();
    await createCopy(ada);
    const kinds = [{ kind: 'step_prompt', inbox: false }];
    expect((await call(await renewed(ada), 'PATCH', '/api/notifications/preferences', { kinds })).status).toBe(200);
    expect(await prompted()).toBe(0);
    expect(await inboxOf(ada)).toEqual([]);
  });

  test('does not prompt users without an unfinished copy', async () => {
    const [ada, author] = [await person(), await person()];
    await createPublicTemplate(author);
    await call(author, 'POST', '/api/lab/templates', { title: 'Mine', steps: STEPS, is_template: false });
    const copy = await createCopy(ada);
    await completeSteps(ada, copy, STEPS.length);
    clock.advance(30 * DAY);
    expect(await prompted()).toBe(0);
    await completeSteps(ada, copy, 0);
    expect(await prompted()).toBe(1);
  });

  test('excludes inactive and synthetic users and those who opted out', async () => {
    const [inactive, synthetic, optedOut] = [await person(), await person(), await person()];
    for (const caller of [inactive, synthetic, optedOut]) await createCopy(caller);
    await set(inactive, { is_active: false });
    await set(synthetic, { is_ai: true });
    await call(optedOut, 'PUT', '/api/user/profile', { preferences: { step_prompts: false } });
    clock.advance(3 * DAY);
    expect((await runJob()).body.results).toEqual({ prompted: 0, failed: 0, errors: [] });
    expect(await promptOf(inactive)).toBeUndefined();
    await set(inactive, { is_active: true });
    await call(await renewed(optedOut), 'PUT', '/api/user/profile', { preferences: { step_prompts: true } });
    expect(await prompted()).toBe(2);
  });

  test('counts a user without a notification as failed and retries at the next run', async () => {
    const [locked, ada] = [await person(), await person()];
    for (const caller of [locked, ada]) await createCopy(caller);
    clock.advance(3 * DAY);
    // The profile is locked, as during its deletion, and the row of the prompt exists.
    await deps.db
      .insertInto('lab_step_prompt')
      .values({ user_id: locked.id, last_prompted_at: new Date(0) })
      .execute();
    const { body } = await deps.db.transaction().execute(async (tx) => {
      await tx.selectFrom('profile').select('id').where('id', '=', locked.id).forUpdate().execute();
      return runJob();
    });
    expect(body.results).toEqual({
      prompted: 1,
      failed: 1,
      errors: ['1 users were not prompted. The next run retries.'],
    });
    expect(await promptOf(locked)).toBeUndefined();
    expect([await prompted(), (await inboxOf(locked)).length, (await inboxOf(ada)).length]).toEqual([1, 1, 1]);
  });

  test('prompts all users, in batches', async () => {
    await seedOwners(1_300);
    expect((await runJob()).body.results).toEqual({ prompted: 1_300, failed: 0, errors: [] });
    expect(await prompted()).toBe(0);
  });

  test('keeps titles of any language and length', async () => {
    const ada = await person();
    const title = `日記 “${'é'.repeat(190)}”`;
    await createCopy(ada, { title, steps: [{ title: '<b>Grüße</b>', instructions: 'i'.repeat(5_000) }] });
    clock.advance(3 * DAY);
    await runJob();
    expect(await inboxOf(ada)).toMatchObject([{ body: `The next step in “${title}” is “<b>Grüße</b>”.` }]);
  });

  test('finds users by an index with many experiments', async () => {
    await seedOwners(3_000);
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

  test.each(['secret-of-the-spring', 'secret-of-the-summer'])('accepts the secret %s', async (secret) => {
    expect((await runJob(secret)).status).toBe(200);
  });

  test.each(['secret-of-the-autumn', '', 'secret-of-the-spring,secret-of-the-summer'])(
    'returns 401 for the secret %j',
    async (secret) => {
      await createCopy(await person());
      clock.advance(3 * DAY);
      expect((await runJob(secret)).body.code).toBe('cron.secret-invalid');
      expect(await prompted()).toBe(1);
    },
  );

  test('returns 401 for user tokens and without credentials', async () => {
    for (const caller of [null, await person(), await app.superAdmin()]) {
      expect((await call(caller, 'POST', CRON)).status).toBe(401);
    }
  });
});

describe('POST /api/lab/cron/process-step-prompts without a configured secret', async () => {
  const closed = await startTestApp({ environment: { CRON_SECRET: 'secret-of-the-autumn' } });

  test.each(['secret-of-the-autumn', '', 'undefined', 'null'])('returns 401 for the secret %j', async (secret) => {
    expect((await runJob(secret, closed.call)).body.code).toBe('cron.secret-invalid');
  });
});

test('the scheduled job does the same', async () => {
  await createCopy(await person());
  clock.advance(3 * DAY);
  expect(await STEP_PROMPTS.run(deps, clock.now())).toMatchObject({ message: '1 users were prompted.' });
});

/** Inserts users with an old unfinished copy. */
async function seedOwners(count: number): Promise<void> {
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
