import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { countStatements } from '#test/count-statements.ts';
import { type Person, startTestApp, type TestResponse } from '#test/start-test-app.ts';
import { processEngagement } from './engagement.actions.ts';
import { GRACE_PERIOD_MS } from './engagement.rules.ts';
import { createSentDrops } from './test-sent-drops.ts';

const CRON = '/api/encouragement-drops/cron/process-engagement';
const ADMIN = '/api/encouragement-drops/admin/process-engagement';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOON = new Date('2026-12-10T12:00:00Z');
const NOTHING = { processed: 0, engaged: 0, bonus_awarded: 0, failed: 0, errors: [] };

const app = await startTestApp({ environment: { DROPS_CRON_SECRET: 'secret-of-the-spring' } });
const { call, clock, deps, person, superAdmin } = app;
const { dropOf, renewed, send, sendAll, sendSeveral, findSenderStats, write } = createSentDrops(app);

const runJob = (secret = 'secret-of-the-spring', on = call): Promise<TestResponse> =>
  on(null, 'POST', CRON, undefined, { 'x-cron-secret': secret });

/** What a run has found. */
async function run(): Promise<typeof NOTHING> {
  const { status, body } = await runJob();
  expect([status, body.success]).toEqual([200, true]);
  return body.results;
}

const change = ({ id }: Person, values: { is_active?: boolean; is_ai?: boolean }) =>
  deps.db.updateTable('profile').set(values).where('id', '=', id).execute();

const configure = (values: {
  bonus_drops_per_engagement?: number;
  max_rewarded_drops_per_pair_per_day?: number | null;
}) => deps.db.updateTable('drop_configuration').set(values).execute();

const block = (blocker: Person, blocked: Person) =>
  deps.db
    .insertInto('user_block')
    .values({ blocker_id: blocker.id, blocked_id: blocked.id, created_at: clock.now() })
    .execute();

const pair = async (): Promise<[Person, Person]> => [await person(), await person()];

beforeEach(async () => {
  clock.set(NOON);
  await deps.db.deleteFrom('drop_sent').execute();
  await configure({ bonus_drops_per_engagement: 2, max_rewarded_drops_per_pair_per_day: null });
});

describe('POST /api/encouragement-drops/cron/process-engagement', () => {
  test('awards the bonus after the recipient wrote', async () => {
    const [ada, ben] = await pair();
    const id = await send({ from: ada, to: ben });
    clock.advance(HOUR);
    await write(ben, clock.now());
    const { status, body } = await runJob();
    expect([status, body]).toEqual([
      200,
      {
        success: true,
        message: '1 of 1 drops have engagement.',
        results: { processed: 1, engaged: 1, bonus_awarded: 2, failed: 0, errors: [] },
      },
    ]);
    expect(await dropOf(id)).toMatchObject({ engaged_at: clock.now(), closed_at: null, bonus_drops_awarded: 2 });
    expect(await findSenderStats(ada)).toMatchObject({
      total_sent: 1,
      engagement_increases: 1,
      bonus_remaining: 2,
      bonus_earned: 2,
      windows_ended: 0,
      ended_increases: 0,
    });
    expect(await findSenderStats(ben)).toBeUndefined();
    const badge = await call(await renewed(ada), 'GET', '/api/encouragement-drops/badge');
    expect(badge.body.badge).toMatchObject({ engagement_increases: 1, bonus_drops_earned: 2, success_rate: 0 });
  });

  test.each([
    ['of its own day', undefined, 1],
    ['for the day before', '2026-12-09', 0],
    ['for the next day', '2026-12-11', 0],
  ])('with an entry %s (%s) finds %i engaged drops', async (_what, entry_date, engaged) => {
    const [ada, ben] = await pair();
    await send({ from: ada, to: ben });
    clock.advance(HOUR);
    const fields = { title: 'Walked', content: 'Far', mood: 'calm', entry_date };
    const { status, body } = await call(await renewed(ben), 'POST', '/api/journal', fields);
    expect([status, body.entry.entry_date]).toEqual([201, entry_date ?? '2026-12-10']);
    expect(await run()).toMatchObject({ engaged, bonus_awarded: 2 * engaged });
  });

  test.each([
    ['of its own day', undefined, 1],
    ['about the day before', '2026-12-09', 0],
    ['about the next day', '2026-12-11', 0],
  ])('with an action note %s (%s) finds %i engaged drops', async (_what, note_date, engaged) => {
    const [ada, ben] = await pair();
    await send({ from: ada, to: ben });
    clock.advance(HOUR);
    const { status } = await call(await renewed(ben), 'POST', '/api/action-notes', { content: 'Walked', note_date });
    expect(status).toBe(201);
    expect(await run()).toMatchObject({ engaged, bonus_awarded: 2 * engaged });
  });

  test('awards nothing more on a repeated run or for later activity', async () => {
    const [ada, ben] = await pair();
    await send({ from: ada, to: ben });
    await write(ben, new Date(NOON.getTime() + 1));
    clock.advance(HOUR);
    await run();
    await write(ben, clock.now());
    expect(await run()).toEqual(NOTHING);
    expect(await findSenderStats(ada)).toMatchObject({ engagement_increases: 1, bonus_remaining: 2, bonus_earned: 2 });
  });

  test.each([
    ['a journal entry', '/api/journal', { title: 'Today', content: 'I have walked.', mood: 'joyful' }],
    ['a satisfaction entry', '/api/satisfaction-entries', { score: 7 }],
    ['an action note', '/api/action-notes', { content: 'Walked' }],
    ['a sleep entry', '/api/sleep-entries', { sleep_date: '2026-12-10', hours: 8, quality: 4 }],
  ])('counts %s', async (_what, url, body) => {
    const [ada, ben] = await pair();
    await send({ from: ada, to: ben });
    clock.advance(1);
    expect((await call(await renewed(ben), 'POST', url, body)).status).toBe(201);
    expect(await run()).toEqual({ ...NOTHING, processed: 1, engaged: 1, bonus_awarded: 2 });
    expect(await findSenderStats(ada)).toMatchObject({ engagement_increases: 1, bonus_remaining: 2 });
  });

  test.each([
    ['a day before the drop', -DAY, false],
    ['a millisecond before the drop', -1, false],
    ['at the moment of the drop', 0, false],
    ['a millisecond after the drop', 1, true],
    ['a millisecond before the end', DAY - 1, true],
    ['at the end', DAY, true],
    ['a millisecond after the end', DAY + 1, false],
  ])('decides activity %s', async (_when, milliseconds, isEngaged) => {
    const [ada, ben] = await pair();
    const id = await send({ from: ada, to: ben });
    await write(ben, new Date(NOON.getTime() + milliseconds));
    clock.advance(DAY + GRACE_PERIOD_MS);
    await run();
    expect(await dropOf(id)).toMatchObject({
      engaged_at: isEngaged ? clock.now() : null,
      closed_at: clock.now(),
      bonus_drops_awarded: isEngaged ? 2 : 0,
    });
    expect(await findSenderStats(ada)).toMatchObject({
      engagement_increases: isEngaged ? 1 : 0,
      ended_increases: isEngaged ? 1 : 0,
      windows_ended: 1,
      bonus_earned: isEngaged ? 2 : 0,
    });
  });

  test('counts records that exist at the run: not those deleted before, but those deleted after', async () => {
    const [ada, ben] = await pair();
    const id = await send({ from: ada, to: ben });
    clock.advance(HOUR);
    await write(ben, clock.now());
    await deps.db.deleteFrom('action_note').where('user_id', '=', ben.id).execute();
    expect(await run()).toEqual({ ...NOTHING, processed: 1 });
    await write(ben, clock.now());
    expect(await run()).toMatchObject({ engaged: 1 });
    await deps.db.deleteFrom('action_note').where('user_id', '=', ben.id).execute();
    clock.advance(DAY);
    await run();
    expect(await dropOf(id)).toMatchObject({ bonus_drops_awarded: 2, closed_at: clock.now() });
    expect(await findSenderStats(ada)).toMatchObject({ engagement_increases: 1, ended_increases: 1, windows_ended: 1 });
  });

  test('ignores activity of other users, including the sender', async () => {
    const [ada, ben] = await pair();
    await send({ from: ada, to: ben });
    clock.advance(HOUR);
    for (const other of [ada, await person()]) await write(other, clock.now());
    expect(await run()).toEqual({ ...NOTHING, processed: 1 });
  });

  test('awards every sender and every drop of an active recipient', async () => {
    const [ada, ben] = await pair();
    const eve = await person();
    await sendSeveral(2, { from: ada, to: ben });
    await send({ from: eve, to: ben });
    clock.advance(HOUR);
    await write(ben, clock.now());
    expect(await run()).toEqual({ ...NOTHING, processed: 3, engaged: 3, bonus_awarded: 6 });
    expect(await findSenderStats(ada)).toMatchObject({ engagement_increases: 2, bonus_remaining: 4 });
    expect(await findSenderStats(eve)).toMatchObject({ engagement_increases: 1, bonus_remaining: 2 });
  });

  test('ignores the drops of the assistant', async () => {
    const ben = await person();
    const id = deps.ids.next();
    const drop = { id, recipient_id: ben.id, drop_type: 'encouragement' as const, is_custom: true, content: 'Go on!' };
    await deps.db
      .insertInto('drop_sent')
      .values({ ...drop, date_sent: NOON, day: '2026-12-10' })
      .execute();
    clock.advance(HOUR);
    await write(ben, clock.now());
    clock.advance(30 * DAY);
    expect(await run()).toEqual(NOTHING);
    expect(await dropOf(id)).toMatchObject({ engaged_at: null, closed_at: null, bonus_drops_awarded: 0 });
  });

  test('closes a window after the grace period, not before', async () => {
    const [ada, ben] = await pair();
    const id = await send({ from: ada, to: ben });
    clock.advance(DAY + GRACE_PERIOD_MS - 1);
    expect(await run()).toEqual({ ...NOTHING, processed: 1 });
    expect(await dropOf(id)).toMatchObject({ closed_at: null });
    clock.advance(1);
    expect(await run()).toEqual({ ...NOTHING, processed: 1 });
    expect(await dropOf(id)).toMatchObject({ closed_at: clock.now(), engaged_at: null });
    expect(await findSenderStats(ada)).toMatchObject({ windows_ended: 1, ended_increases: 0 });
    expect(await run()).toEqual(NOTHING);
  });

  test('counts records of the window that are stored within the grace period', async () => {
    const [ada, ben] = await pair();
    await send({ from: ada, to: ben });
    clock.advance(DAY + GRACE_PERIOD_MS - 1);
    await run();
    await write(ben, new Date(NOON.getTime() + DAY));
    clock.advance(HOUR);
    expect(await run()).toEqual({ ...NOTHING, processed: 1, engaged: 1, bonus_awarded: 2 });
    expect(await findSenderStats(ada)).toMatchObject({ engagement_increases: 1, windows_ended: 1, ended_increases: 1 });
  });

  test('closes a window of length 0', async () => {
    const [ada, ben] = await pair();
    await send({ from: ada, to: ben, windowMs: 0 });
    await write(ben, NOON);
    await write(ben, new Date(NOON.getTime() + 1));
    clock.advance(GRACE_PERIOD_MS);
    expect(await run()).toEqual({ ...NOTHING, processed: 1 });
    expect(await findSenderStats(ada)).toMatchObject({ windows_ended: 1, engagement_increases: 0 });
  });

  test('computes the success rate of drops whose window has ended', async () => {
    const [ada, ben] = await pair();
    await send({ from: ada, to: ben });
    await send({ from: ada, to: await person() });
    await send({ from: ada, to: await person() });
    await write(ben, new Date(NOON.getTime() + 1));
    clock.advance(DAY + GRACE_PERIOD_MS);
    await send({ from: ada, to: ben });
    clock.advance(1);
    await write(ben, clock.now());
    await run();
    const { badge } = (await call(await renewed(ada), 'GET', '/api/encouragement-drops/badge')).body;
    expect(badge).toMatchObject({ total_drops_sent: 4, engagement_increases: 2, success_rate: 33.3 });
  });

  describe.each([
    [
      'the sender is inactive',
      (ada: Person) => change(ada, { is_active: false }),
      (ada: Person) => change(ada, { is_active: true }),
    ],
    [
      'the recipient is inactive',
      (_: Person, ben: Person) => change(ben, { is_active: false }),
      (_: Person, ben: Person) => change(ben, { is_active: true }),
    ],
    [
      'the sender has blocked the recipient',
      (ada: Person, ben: Person) => block(ada, ben),
      () => deps.db.deleteFrom('user_block').execute(),
    ],
    [
      'the recipient has blocked the sender',
      (ada: Person, ben: Person) => block(ben, ada),
      () => deps.db.deleteFrom('user_block').execute(),
    ],
  ])('while %s', (_why, begin, end) => {
    test('awards no bonus, unless the condition ends within the window', async () => {
      const [ada, ben] = await pair();
      const id = await send({ from: ada, to: ben });
      clock.advance(HOUR);
      await write(ben, clock.now());
      await begin(ada, ben);
      expect(await run()).toEqual({ ...NOTHING, processed: 1 });
      expect(await dropOf(id)).toMatchObject({ engaged_at: null, closed_at: null });
      await end(ada, ben);
      expect(await run()).toEqual({ ...NOTHING, processed: 1, engaged: 1, bonus_awarded: 2 });
      expect(await findSenderStats(ada)).toMatchObject({ engagement_increases: 1, bonus_remaining: 2 });
    });

    test('closes the window without a bonus and counts it as ended', async () => {
      const [ada, ben] = await pair();
      await send({ from: ada, to: ben });
      clock.advance(HOUR);
      await write(ben, clock.now());
      await begin(ada, ben);
      clock.advance(DAY);
      await run();
      await end(ada, ben);
      expect(await run()).toEqual(NOTHING);
      expect(await findSenderStats(ada)).toMatchObject({
        engagement_increases: 0,
        bonus_remaining: 0,
        windows_ended: 1,
      });
    });
  });

  test.each(['recipient', 'sender'])('counts nothing if the %s is synthetic', async (who) => {
    const [ada, ben] = await pair();
    await change(who === 'sender' ? ada : ben, { is_ai: true });
    const id = await send({ from: ada, to: ben });
    clock.advance(HOUR);
    await write(ben, clock.now());
    expect(await run()).toEqual({ ...NOTHING, processed: 1 });
    clock.advance(DAY);
    await run();
    expect(await dropOf(id)).toMatchObject({ engaged_at: null, closed_at: clock.now() });
    expect(await findSenderStats(ada)).toMatchObject({ engagement_increases: 0, bonus_remaining: 0, windows_ended: 0 });
    expect(await run()).toEqual(NOTHING);
  });

  test('rewards every engaged drop of a pair and day without a limit', async () => {
    const [ada, ben] = await pair();
    await sendSeveral(8, { from: ada, to: ben });
    await write(ben, NOON);
    expect(await run()).toMatchObject({ engaged: 8, bonus_awarded: 16 });
    expect(await findSenderStats(ada)).toMatchObject({
      engagement_increases: 8,
      bonus_remaining: 16,
      bonus_earned: 16,
    });
  });

  test('limits rewarded drops of a pair and day over several runs, and counts the others', async () => {
    await configure({ max_rewarded_drops_per_pair_per_day: 5 });
    const [ada, ben] = await pair();
    const eve = await person();
    await sendSeveral(3, { from: ada, to: ben });
    await write(ben, NOON);
    expect(await run()).toMatchObject({ engaged: 3, bonus_awarded: 6 });
    clock.advance(HOUR);
    await sendSeveral(4, { from: ada, to: ben });
    await sendSeveral(1, { from: ada, to: eve });
    await sendSeveral(1, { from: ben, to: ada });
    for (const recipient of [ada, ben, eve]) await write(recipient, clock.now());
    expect(await run()).toMatchObject({ engaged: 6, bonus_awarded: 4 + 2 + 2 });
    expect(await findSenderStats(ada)).toMatchObject({
      engagement_increases: 8,
      bonus_remaining: 12,
      bonus_earned: 12,
    });
    clock.set(new Date('2026-12-11T00:00:00Z'));
    await send({ from: ada, to: ben });
    clock.advance(1);
    await write(ben, clock.now());
    expect(await run()).toMatchObject({ engaged: 1, bonus_awarded: 2 });
  });

  test('awards the currently configured bonus', async () => {
    const [ada, ben] = await pair();
    await configure({ bonus_drops_per_engagement: 7, max_rewarded_drops_per_pair_per_day: 1 });
    await sendSeveral(2, { from: ada, to: ben });
    await write(ben, NOON);
    expect(await run()).toMatchObject({ engaged: 2, bonus_awarded: 7 });
    expect(await findSenderStats(ada)).toMatchObject({ bonus_remaining: 7, bonus_earned: 7 });
  });

  test('processes many drops, including those that end at the same instant', async () => {
    const ben = await person();
    const senders = await Promise.all(Array.from({ length: 3 }, () => person()));
    await sendAll(senders.flatMap((from) => Array.from({ length: 400 }, () => ({ from, to: ben }))));
    await write(ben, new Date(NOON.getTime() + 1));
    clock.advance(HOUR);
    expect(await run()).toEqual({ ...NOTHING, processed: 1_200, engaged: 1_200, bonus_awarded: 2_400 });
    for (const sender of senders) {
      expect(await findSenderStats(sender)).toMatchObject({ engagement_increases: 400, bonus_remaining: 800 });
    }
    expect(await run()).toEqual(NOTHING);
  });

  test('takes as many statements for ten users as for each 500 of a thousand', async () => {
    const counts: number[] = [];
    for (const users of [10, 1_000]) {
      await deps.db.deleteFrom('drop_sent').execute();
      const { rows: senders } = await sql<{ id: string }>`
        insert into profile (id, role_changed_at, created_at, updated_at)
        select gen_random_uuid(), now(), now(), now() from generate_series(1, ${users}::integer) returning id`.execute(
        deps.db,
      );
      const ben = await person();
      await sendAll(senders.map((from) => ({ from, to: ben })));
      await write(ben, new Date(NOON.getTime() + 1));
      const { db, count } = countStatements(deps.db);
      expect((await processEngagement({ ...deps, db })).results).toMatchObject({ processed: users, engaged: users });
      counts.push(count());
    }
    const [few = 0, many = 0] = counts;
    expect(few).toBeLessThanOrEqual(24);
    expect(many).toBeLessThanOrEqual(2 * few);
  });

  test('does not reveal users, records or times', async () => {
    const [ada, ben] = await pair();
    await send({ from: ada, to: ben });
    clock.advance(HOUR);
    await write(ben, clock.now());
    const { text } = await runJob();
    const badge = await call(await renewed(ada), 'GET', '/api/encouragement-drops/badge');
    expect(text + badge.text).not.toMatch(/2026|_at"/);
    expect(text).not.toContain(ben.id);
  });

  test.each(['secret-of-the-summer', '', 'secret-of-the-spring,secret-of-the-summer'])(
    'returns 401 with the secret %j',
    async (secret) => {
      expect((await runJob(secret)).body.code).toBe('cron.secret-invalid');
    },
  );

  test('returns 401 with the token of a user and without a secret', async () => {
    expect((await call(await superAdmin(), 'POST', CRON)).status).toBe(401);
    expect((await call(null, 'POST', CRON)).status).toBe(401);
  });
});

describe('POST /api/encouragement-drops/cron/process-engagement with each secret', async () => {
  const names = ['DROPS', 'ENCOURAGEMENT_DROPS', 'WORKOUT_WINDOW', 'CHAT', 'MUSIC_SYNC', 'LAB'];
  const environment = Object.fromEntries(names.map((name) => [`${name}_CRON_SECRET`, `secret-of-jobs-${name}`]));
  const open = await startTestApp({ environment: { ...environment, CRON_SECRET: 'secret-of-jobs-NONE' } });
  const closed = await startTestApp({
    environment: {
      MUSIC_SYNC_CRON_SECRET: 'secret-of-music-jobs',
      LAB_CRON_SECRET: 'secret-of-lab-jobs',
      CRON_SECRET: 'secret-of-other-jobs',
    },
  });

  test.each(names.slice(0, 4))('200 with that of %s', async (name) => {
    expect((await runJob(`secret-of-jobs-${name}`, open.call)).status).toBe(200);
  });

  test.each([...names.slice(4), 'NONE'])('401 with that of %s', async (name) => {
    expect((await runJob(`secret-of-jobs-${name}`, open.call)).body.code).toBe('cron.secret-invalid');
  });

  test.each(['secret-of-music-jobs', 'secret-of-lab-jobs', 'secret-of-other-jobs', '', 'undefined', 'null'])(
    'returns 401 with %j without configured secrets',
    async (secret) => {
      expect((await runJob(secret, closed.call)).body.code).toBe('cron.secret-invalid');
    },
  );
});

describe('POST /api/encouragement-drops/admin/process-engagement', () => {
  test('runs the job and records an audit event', async () => {
    const [ada, ben] = await pair();
    await send({ from: ada, to: ben });
    clock.advance(HOUR);
    await write(ben, clock.now());
    const root = await renewed(await superAdmin());
    const { status, body } = await call(root, 'POST', ADMIN);
    expect([status, body.success, body.results]).toEqual([
      200,
      true,
      { ...NOTHING, processed: 1, engaged: 1, bonus_awarded: 2 },
    ]);
    expect(await findSenderStats(ada)).toMatchObject({ bonus_remaining: 2 });
    const deeds = deps.db.selectFrom('audit_log').select(['action', 'details']).where('actor_id', '=', root.id);
    expect(await deeds.execute()).toEqual([{ action: 'encouragement.process-engagement', details: {} }]);
    expect((await call(root, 'POST', ADMIN)).body.results).toEqual(NOTHING);
  });

  test('returns 401 without a token', async () => {
    expect((await call(null, 'POST', ADMIN)).status).toBe(401);
  });

  test('returns 401 with the secret of the job', async () => {
    expect((await call(null, 'POST', ADMIN, undefined, { 'x-cron-secret': 'secret-of-the-spring' })).status).toBe(401);
  });

  test('returns 403 for a member and changes nothing', async () => {
    const [ada, ben] = await pair();
    await send({ from: ada, to: ben });
    await write(ben, new Date(NOON.getTime() + 1));
    const { status, body } = await call(await renewed(ada), 'POST', ADMIN);
    expect([status, body.code]).toEqual([403, 'auth.not-super-admin']);
    expect(await findSenderStats(ada)).toMatchObject({ engagement_increases: 0 });
  });
});
