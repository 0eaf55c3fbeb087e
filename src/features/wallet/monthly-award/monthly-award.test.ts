import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { countStatements } from '#test/count-statements.ts';
import { expectLedgerToBalance } from '#test/ledger.ts';
import { untilLockWait } from '#test/lock-waits.ts';
import { startSecondNode } from '#test/second-node.ts';
import { type Person, startTestApp, type TestResponse } from '#test/start-test-app.ts';
import { postToLedger } from '../index.ts';
import { awardAllUsers } from './monthly-award.actions.ts';

const DECEMBER = new Date('2026-12-10T12:00:00Z');

const app = await startTestApp({
  // A profile that stays locked is waited for: no longer than in production.
  environment: {
    DROPS_CRON_SECRET: 'secret-of-the-spring',
    WORKOUT_WINDOW_CRON_SECRET: 'secret-of-the-summer',
    CHAT_CRON_SECRET: 'secret-of-the-autumn',
  },
});
const { call, clock, deps, issuer, person } = app;
const nodes = [app, await startSecondNode(app)];

/** Who has a subscription. */
const subscribers = new Set<string>();
deps.listActiveSubscribers = async (userIds) => new Set(userIds.filter((id) => subscribers.has(id)));

beforeEach(() => {
  clock.set(DECEMBER);
  subscribers.clear();
});
afterAll(() => expectLedgerToBalance(deps.db));

/** Returns the user with a new token. */
const renewed = async (user: Person): Promise<Person> => ({
  ...user,
  token: await issuer.sign(user.id, clock.now(), { email: user.email }),
});

const award = async (user: Person | null, on = app.call) =>
  on(user && (await renewed(user)), 'POST', '/api/drops/award-monthly');

const runJob = (secret = 'secret-of-the-spring', on = call): Promise<TestResponse> =>
  on(null, 'POST', '/api/drops/cron/award-monthly-all', undefined, { 'x-cron-secret': secret });

/** The monthly awards of a user, oldest first. */
const awardsOf = ({ id }: { id: string }) =>
  deps.db
    .selectFrom('drops_transaction')
    .select(['amount', 'balance_after', 'description'])
    .where('user_id', '=', id)
    .where('type', '=', 'monthly_recurring')
    .orderBy('created_at')
    .execute();

const change = ({ id }: Person, values: { is_active?: boolean; is_ai?: boolean }) =>
  deps.db.updateTable('profile').set(values).where('id', '=', id).execute();

/** Credits a user up to `room` drops below the maximum balance. */
async function fill({ id }: Person, room: number): Promise<void> {
  const posting = { userId: id, type: 'refund', amount: 2_147_483_647 - 50 - room, description: 'A fortune' } as const;
  await deps.db.transaction().execute((tx) => postToLedger(deps, tx, { ...posting, transactionKey: randomUUID() }));
}

/** Deactivates all existing users, so that the job processes only later ones. */
const deactivateAllUsers = () => deps.db.updateTable('profile').set({ is_active: false }).execute();

/** Inserts users with an empty balance directly. */
async function crowd(count: number): Promise<void> {
  await sql`
    insert into profile (id, role_changed_at, created_at, updated_at)
    select gen_random_uuid(), now(), now(), now() from generate_series(1, ${count}::int)`.execute(deps.db);
}

describe('POST /api/drops/award-monthly', () => {
  test('awards 30 drops once a month', async () => {
    const ada = await person();
    const { status, body } = await award(ada);
    expect([status, body]).toEqual([200, { awarded: true, amount: 30, balance: 80 }]);
    clock.set(new Date('2026-12-31T23:59:59.999Z'));
    expect((await award(ada)).body).toEqual({ awarded: false, amount: 30, balance: 80 });
    expect(await awardsOf(ada)).toEqual([{ amount: 30, balance_after: 80, description: 'Drops for 2026-12' }]);
  });

  test('awards again from the first instant of the next month (UTC)', async () => {
    const ada = await person();
    await award(ada);
    clock.set(new Date('2027-01-01T00:00:00.000Z'));
    expect((await award(ada)).body).toEqual({ awarded: true, amount: 30, balance: 110 });
    expect((await awardsOf(ada)).map(({ description }) => description)).toEqual([
      'Drops for 2026-12',
      'Drops for 2027-01',
    ]);
  });

  test('awards 250 drops with a subscription', async () => {
    const [ada, ben] = [await person(), await person()];
    subscribers.add(ada.id);
    expect((await award(ada)).body).toEqual({ awarded: true, amount: 250, balance: 300 });
    expect((await award(ben)).body).toEqual({ awarded: true, amount: 30, balance: 80 });
  });

  test('does not change the award if the subscription changes later in the month', async () => {
    const [ada, ben] = [await person(), await person()];
    subscribers.add(ben.id);
    await Promise.all([award(ada), award(ben)]);
    subscribers.delete(ben.id);
    subscribers.add(ada.id);
    expect((await award(ada)).body).toEqual({ awarded: false, amount: 30, balance: 80 });
    expect((await award(ben)).body).toEqual({ awarded: false, amount: 250, balance: 300 });
  });

  test('returns the current balance', async () => {
    const ada = await person();
    await award(ada);
    const posting = { userId: ada.id, type: 'purchase', amount: -75, description: 'A pack' } as const;
    await deps.db.transaction().execute((tx) => postToLedger(deps, tx, { ...posting, transactionKey: randomUUID() }));
    expect((await award(ada)).body).toEqual({ awarded: false, amount: 30, balance: 5 });
  });

  test('awards nothing to synthetic users', async () => {
    const robot = await person();
    await change(robot, { is_ai: true });
    expect((await award(robot)).body).toEqual({ awarded: false, amount: 0, balance: 50 });
    expect(await awardsOf(robot)).toEqual([]);
  });

  test('ignores the body', async () => {
    const ada = await person();
    const url = '/api/drops/award-monthly';
    const { body } = await call(await renewed(ada), 'POST', url, { amount: 9_999, month: '2020-01', user_id: ada.id });
    expect(body).toEqual({ awarded: true, amount: 30, balance: 80 });
  });

  test('returns 400 if the balance would exceed its maximum', async () => {
    const ada = await person();
    await fill(ada, 29);
    const { status, body } = await award(ada);
    expect([status, body.code]).toEqual([400, 'wallet.balance-too-high']);
    expect(await awardsOf(ada)).toEqual([]);
  });

  test('returns 401 without a token', async () => {
    expect((await award(null)).status).toBe(401);
  });

  test('returns 403 for an inactive user', async () => {
    const ada = await person();
    await change(ada, { is_active: false });
    expect((await award(ada)).body.code).toBe('account.blocked');
    expect(await awardsOf(ada)).toEqual([]);
  });
});

describe('POST /api/drops/cron/award-monthly-all', () => {
  test('awards all users by their subscriptions, once', async () => {
    await deactivateAllUsers();
    const [ada, ben, blocked, robot] = [await person(), await person(), await person(), await person()];
    subscribers.add(ben.id);
    await change(blocked, { is_active: false });
    await change(robot, { is_ai: true });
    const { status, body } = await runJob();
    expect([status, body]).toEqual([
      200,
      {
        success: true,
        message: '2 users received their drops for 2026-12.',
        results: { awarded: 2, already: 0, failed: 0, errors: [] },
      },
    ]);
    expect(await awardsOf(ada)).toEqual([{ amount: 30, balance_after: 80, description: 'Drops for 2026-12' }]);
    expect(await awardsOf(ben)).toEqual([{ amount: 250, balance_after: 300, description: 'Drops for 2026-12' }]);
    expect([await awardsOf(blocked), await awardsOf(robot)]).toEqual([[], []]);
    expect((await runJob()).body.results).toEqual({ awarded: 0, already: 2, failed: 0, errors: [] });
    expect((await award(ada)).body).toEqual({ awarded: false, amount: 30, balance: 80 });
  });

  test('notifies the awarded users once', async () => {
    await deactivateAllUsers();
    const [ada, ben] = [await person(), await person()];
    await award(ben);
    await runJob();
    await runJob();
    const inboxOf = async (user: Person) => (await call(await renewed(user), 'GET', '/api/notifications')).body;
    expect((await inboxOf(ada)).notifications).toMatchObject([
      { kind: 'drops_awarded', title: 'You received 30 drops', data: { amount: 30, type: 'monthly_recurring' } },
    ]);
    // Who claims the award knows of it.
    expect((await inboxOf(ben)).notifications).toEqual([]);
  });

  test('omits users who claimed the award before', async () => {
    await deactivateAllUsers();
    const [ada] = [await person(), await person()];
    await award(ada);
    expect((await runJob()).body.results).toEqual({ awarded: 1, already: 1, failed: 0, errors: [] });
    expect(await awardsOf(ada)).toHaveLength(1);
  });

  test('awards each month', async () => {
    await deactivateAllUsers();
    const ada = await person();
    await runJob();
    clock.set(new Date('2027-01-01T00:00:00.000Z'));
    expect((await runJob()).body.results).toMatchObject({ awarded: 1, already: 0 });
    expect(await awardsOf(ada)).toHaveLength(2);
  });

  test('reports users with the maximum balance and awards the others', async () => {
    await deactivateAllUsers();
    const [rich, ada, ben] = [await person(), await person(), await person()];
    await fill(rich, 29);
    const { body } = await runJob();
    expect(body).toMatchObject({ success: true, results: { awarded: 2, already: 0, failed: 1 } });
    expect(body.results.errors).toEqual([`${rich.id}: the balance is at its maximum.`]);
    expect([await awardsOf(rich), await awardsOf(ada), await awardsOf(ben)].map(({ length }) => length)).toEqual([
      0, 1, 1,
    ]);
  });

  test('a locked profile fails alone and is awarded by the next run', async () => {
    await deactivateAllUsers();
    const [busy, ada] = [await person(), await person()];
    const { body } = await deps.db.transaction().execute(async (tx) => {
      await tx.selectFrom('profile').select('id').where('id', '=', busy.id).forUpdate().execute();
      return runJob();
    });
    expect(body).toMatchObject({ success: true, results: { awarded: 1, already: 0, failed: 1 } });
    expect(body.results.errors).toEqual([`${busy.id}: the drops could not be stored; the next run tries again.`]);
    expect([await awardsOf(busy), await awardsOf(ada)].map(({ length }) => length)).toEqual([0, 1]);
    expect((await runJob()).body.results).toEqual({ awarded: 1, already: 1, failed: 0, errors: [] });
  });

  test('counts a user once whose profile was locked during the batch', async () => {
    await deactivateAllUsers();
    const [busy, ada] = [await person(), await person()];
    const other = await deps.db.startTransaction().execute();
    await other.selectFrom('profile').select('id').where('id', '=', busy.id).forUpdate().execute();
    const run = runJob();
    await untilLockWait(deps.db, run);
    await other.commit().execute();
    expect((await run).body.results).toEqual({ awarded: 2, already: 0, failed: 0, errors: [] });
    expect([await awardsOf(busy), await awardsOf(ada)].map(({ length }) => length)).toEqual([1, 1]);
  });

  test('reports a hundred failures and counts all', async () => {
    await deactivateAllUsers();
    await crowd(120);
    await sql`
      with filled as (
        update profile set drops_balance = 2147483647 where is_active returning id
      )
      insert into drops_transaction (id, user_id, type, amount, balance_after, reason_key, description, created_at)
      select gen_random_uuid(), id, 'refund', 2147483647, 2147483647, 'fortune:' || id, 'A fortune', now()
      from filled`.execute(deps.db);
    const { results } = (await runJob()).body;
    expect([results.failed, results.errors.length]).toEqual([120, 100]);
  });

  test('continues an interrupted run', async () => {
    await deactivateAllUsers();
    await crowd(1_200);
    const { listActiveSubscribers } = deps;
    let batches = 0;
    deps.listActiveSubscribers = async (userIds) => {
      batches += 1;
      if (batches === 3) throw new Error('The power is out.');
      return listActiveSubscribers(userIds);
    };
    expect((await runJob()).status).toBe(500);
    deps.listActiveSubscribers = listActiveSubscribers;
    expect((await runJob()).body.results).toEqual({ awarded: 200, already: 1_000, failed: 0, errors: [] });
    const { rows } = await sql<{ people: number; drops: number }>`
      select count(*)::int as people, sum(drops_balance)::int as drops from profile where is_active`.execute(deps.db);
    expect(rows).toEqual([{ people: 1_200, drops: 1_200 * 30 }]);
  });

  test('takes as many statements for ten users as for each 500 of a thousand', async () => {
    const counts: number[] = [];
    for (const users of [10, 1_000]) {
      await deactivateAllUsers();
      await crowd(users);
      const { db, count } = countStatements(deps.db);
      expect((await awardAllUsers({ ...deps, db })).results).toMatchObject({ awarded: users, failed: 0 });
      counts.push(count());
    }
    const [few = 0, many = 0] = counts;
    expect(few).toBeLessThanOrEqual(12);
    expect(many).toBeLessThanOrEqual(2 * few);
  });

  test('one of five concurrent runs on two nodes works, while users claim their award', async () => {
    await deactivateAllUsers();
    await crowd(700);
    const ada = await person();
    const [runs, own] = await Promise.all([
      Promise.all(Array.from({ length: 5 }, (_, index) => runJob('secret-of-the-spring', nodes[index % 2]?.call))),
      Promise.all(Array.from({ length: 20 }, (_, index) => award(ada, nodes[index % 2]?.call))),
    ]);
    expect(new Set(runs.map(({ status, body }) => [status, body.success].join()))).toEqual(new Set(['200,true']));
    expect(new Set(own.map(({ status }) => status))).toEqual(new Set([200]));
    const byRuns = runs.reduce((sum, { body }) => sum + body.results.awarded, 0);
    const byAda = own.filter(({ body }) => body.awarded).length;
    expect(byRuns + byAda).toBe(701);
    expect(await awardsOf(ada)).toHaveLength(1);
    expect((await runJob()).body.results).toEqual({ awarded: 0, already: 701, failed: 0, errors: [] });
  });

  test.each(['secret-of-the-spring', 'secret-of-the-summer'])('returns 200 with the secret %s', async (secret) => {
    await deactivateAllUsers();
    expect((await runJob(secret)).status).toBe(200);
  });

  test.each(['secret-of-the-autumn', 'secret-of-the-winter', '', 'secret-of-the-spring,secret-of-the-summer'])(
    'returns 401 with the secret %j',
    async (secret) => {
      expect((await runJob(secret)).body.code).toBe('cron.secret-invalid');
    },
  );

  test('returns 401 with the token of a user and without a secret', async () => {
    const url = '/api/drops/cron/award-monthly-all';
    expect((await call(await app.superAdmin(), 'POST', url)).status).toBe(401);
    expect((await call(null, 'POST', url)).status).toBe(401);
  });
});

describe('POST /api/drops/cron/award-monthly-all without configured secrets', async () => {
  const closed = await startTestApp({
    environment: { CHAT_CRON_SECRET: 'secret-of-the-autumn', CRON_SECRET: 'secret-of-the-winter' },
  });

  test.each(['secret-of-the-autumn', 'secret-of-the-winter', '', 'undefined', 'null'])(
    'returns 401 with the secret %j',
    async (secret) => {
      expect((await runJob(secret, closed.call)).body.code).toBe('cron.secret-invalid');
    },
  );
});
