import { beforeEach, describe, expect, test } from 'vitest';
import { type Person, startTestApp } from '#test/start-test-app.ts';

const { person, call, clock, deps, issuer } = await startTestApp({
  environment: { CRON_SECRET: 'secret-of-the-spring' },
});

const HOUR = 60 * 60 * 1_000;
const DATE = '2026-12-10';

const renewed = async (user: Person): Promise<Person> => ({
  ...user,
  token: await issuer.sign(user.id, clock.now(), { email: user.email }),
});

const runJob = async (secret = 'secret-of-the-spring') =>
  call(null, 'POST', '/api/cron/notify-due-goals', undefined, { 'x-cron-secret': secret });

async function createGoal(user: Person, fields: object = {}): Promise<{ id: string }> {
  const goal = { title: 'Run', target_date: DATE, ...fields };
  const { status, body } = await call(await renewed(user), 'POST', '/api/goals', goal);
  expect(status).toBe(201);
  return body.goal;
}

async function inboxOf(user: Person) {
  return (await call(await renewed(user), 'GET', '/api/notifications')).body.notifications;
}

beforeEach(async () => {
  clock.set(new Date(`${DATE}T08:00:00Z`));
  await deps.db.deleteFrom('goal').execute();
});

describe('POST /api/cron/notify-due-goals', () => {
  test('notifies the owner of a goal that is due, once', async () => {
    const [ada, ben] = [await person(), await person()];
    const { id } = await createGoal(ada);
    const { status, body } = await runJob();
    expect([status, body]).toEqual([
      200,
      { success: true, message: '1 users were notified of their goals.', results: { notified: 1 } },
    ]);
    expect(await inboxOf(ada)).toMatchObject([
      {
        kind: 'goal_due',
        title: 'Your goal is due today',
        data: { goal_id: id, goal_title: 'Run', date: DATE },
        target: { type: 'goal', id },
        actor: null,
      },
    ]);
    clock.advance(HOUR);
    expect((await runJob()).body.results).toEqual({ notified: 0 });
    expect([(await inboxOf(ada)).length, await inboxOf(ben)]).toEqual([1, []]);
  });

  test('notifies by the time zone of the user', async () => {
    const [tokyo, lisbon] = [await person(), await person()];
    await call(await renewed(tokyo), 'PUT', '/api/user/profile', { preferences: { timezone: 'Asia/Tokyo' } });
    for (const user of [tokyo, lisbon]) await createGoal(user);
    clock.set(new Date('2026-12-09T23:00:00Z'));
    await runJob();
    expect([(await inboxOf(tokyo)).length, (await inboxOf(lisbon)).length]).toEqual([1, 0]);
  });

  test('notifies again after the date was moved to another day', async () => {
    const ada = await person();
    const { id } = await createGoal(ada);
    await runJob();
    await call(await renewed(ada), 'PUT', `/api/goals/${id}`, { target_date: '2026-12-11' });
    await runJob();
    clock.advance(24 * HOUR);
    await runJob();
    expect(await inboxOf(ada)).toMatchObject([{ data: { date: '2026-12-11' } }, { data: { date: DATE } }]);
  });

  test.each<[string, object]>([
    ['that is completed', { status: 'completed' }],
    ['of another day', { target_date: '2026-12-12' }],
    ['without a date', { target_date: null }],
  ])('does not notify of a goal %s', async (_, fields) => {
    const ada = await person();
    const { id } = await createGoal(ada);
    expect((await call(await renewed(ada), 'PUT', `/api/goals/${id}`, fields)).status).toBe(200);
    await runJob();
    expect(await inboxOf(ada)).toEqual([]);
  });

  test('does not notify an inactive user, nor one who switched it off', async () => {
    const [ada, ben] = [await person(), await person()];
    for (const user of [ada, ben]) await createGoal(user);
    await deps.db.updateTable('profile').set({ is_active: false }).where('id', '=', ada.id).execute();
    const kinds = [{ kind: 'goal_due', inbox: false }];
    await call(await renewed(ben), 'PATCH', '/api/notifications/preferences', { kinds });
    expect((await runJob()).body.results).toEqual({ notified: 0 });
  });

  test('notifies of more goals than fit into a batch', async () => {
    const ada = await person();
    const now = clock.now();
    const goal = { user_id: ada.id, title: 'Run', target_date: DATE, created_at: now, updated_at: now };
    await deps.db
      .insertInto('goal')
      .values(Array.from({ length: 1_001 }, () => ({ ...goal, id: deps.ids.next() })))
      .execute();
    await runJob();
    expect((await call(await renewed(ada), 'GET', '/api/notifications?limit=1')).body.unread_count).toBe(1_001);
  });

  test('returns 401 with a wrong secret', async () => {
    expect((await runJob('wrong')).status).toBe(401);
  });
});
