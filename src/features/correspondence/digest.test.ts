import { describe, expect, test } from 'vitest';
import { startSecondNode } from '../../../test/second-node.ts';
import { type Person, startTestApp } from '../../../test/start-test-app.ts';
import { sendDueMails } from './outgoing-mail.actions.ts';

const app = await startTestApp({
  environment: {
    CRON_SECRET: 'secret-of-the-spring',
    CHAT_CRON_SECRET: 'secret-of-the-summer',
    DROPS_CRON_SECRET: 'secret-of-the-autumn',
  },
});
const { call, clock, deps, issuer, person } = app;
const other = await startSecondNode(app);

const MONDAY = new Date('2026-11-16T06:00:00Z');
const NEXT_MONDAY = new Date('2026-11-23T06:00:00Z');
clock.set(MONDAY);

const run = (secret = 'secret-of-the-spring', on = call) =>
  on(null, 'POST', '/api/email/cron/weekly-digest', undefined, { 'x-cron-secret': secret });

const emailsTo = ({ id }: Person) =>
  deps.db.selectFrom('outgoing_mail').selectAll().where('user_id', '=', id).where('category', '=', 'digest').execute();

const renewed = async (somebody: Person): Promise<Person> => ({
  ...somebody,
  token: await issuer.sign(somebody.id, clock.now(), { email: somebody.email, email_verified: true, name: 'Ada' }),
});

/** Somebody who wants letters, and has written in the week that begins now. */
async function writer(entries = [{ title: 'canary-title', content: 'canary-content', mood: 'calm' }]): Promise<Person> {
  clock.set(MONDAY);
  const ada = await person({ name: 'Ada', email_verified: true });
  await call(ada, 'PUT', '/api/user/profile', { preferences: { email_digest: true } });
  for (const entry of entries) expect((await call(ada, 'POST', '/api/journal', entry)).status).toBe(201);
  return ada;
}

describe('POST /api/email/cron/weekly-digest', () => {
  test('200 writes a letter about the week that is over, in figures alone', async () => {
    const entry = (mood: string) => ({ title: 'canary-title', content: 'canary-content', mood });
    const ada = await writer([entry('calm'), entry('joyful'), entry('joyful'), entry('hopeful')]);
    const goal = (await call(ada, 'POST', '/api/goals', { title: 'canary-goal' })).body.goal;
    for (const status of ['completed', 'partial', 'missed']) {
      await call(ada, 'POST', `/api/goals/${goal.id}/check-ins`, { status });
    }
    const checkIn = { timezone: 'UTC', activity_type: 'walk' as const, within_window: true, photo_timestamp: MONDAY };
    for (const [date, status] of [
      ['2026-11-15', 'verified'],
      ['2026-11-16', 'verified'],
      ['2026-11-22', 'pending'],
      ['2026-11-18', 'rejected'],
    ] as const) {
      await deps.db
        .insertInto('check_in')
        .values({
          ...checkIn,
          id: deps.ids.next(),
          user_id: ada.id,
          date,
          status,
          rejection_reason: status === 'rejected' ? 'No' : null,
          battle_chips_earned: status === 'rejected' ? 0 : 1,
          continues_chain: false,
          created_at: MONDAY,
        })
        .execute();
    }
    clock.set(NEXT_MONDAY);
    await call(await renewed(ada), 'POST', '/api/journal', { title: 'Too late', content: '', mood: 'sad' });

    const { status, body } = await run();
    expect([status, body]).toMatchObject([
      200,
      { success: true, week_start: '2026-11-16', results: { failed: 0, errors: [] } },
    ]);
    expect(body.results.queued).toBeGreaterThan(0);
    expect(await emailsTo(ada)).toMatchObject([
      {
        status: 'queued',
        subject: 'Your week in Meadow, 16–22 Nov',
        data: { weekStart: '2026-11-16', entries: 4, moods: ['joyful', 'calm'], checkIns: 2, goalCheckIns: 2 },
      },
    ]);
    await sendDueMails(deps);
    const [letter] = await emailsTo(ada);
    expect(letter).toMatchObject({ status: 'sent', data: {} });
    const source = await deps.mail.readSource(letter?.id ?? '');
    expect(source).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect(source).not.toContain('canary');
  });

  test('200 writes nobody a second one, whenever it is called in the week, and another one about the next', async () => {
    const ada = await writer();
    clock.set(NEXT_MONDAY);
    await run();
    await run('secret-of-the-summer');
    clock.set(new Date('2026-11-29T23:59:59Z'));
    await run();
    expect(await emailsTo(ada)).toHaveLength(1);
    await call(await renewed(ada), 'POST', '/api/journal', { title: 'Again', content: '', mood: 'calm' });
    clock.set(new Date('2026-11-30T00:00:00Z'));
    await run();
    expect(await emailsTo(ada)).toHaveLength(2);
  });

  test('200 writes nobody about a quiet week, nor who wants no letters, nor who cannot be written to', async () => {
    const [quiet, tired, blocked, robot, nameless] = [
      await writer([]),
      await writer(),
      await writer(),
      await writer(),
      await writer(),
    ];
    await call(tired, 'PUT', '/api/user/profile', { preferences: { email_digest: false } });
    const change = (somebody: Person, values: object) =>
      deps.db.updateTable('profile').set(values).where('id', '=', somebody.id).execute();
    await change(blocked, { is_active: false });
    await change(robot, { is_ai: true });
    await change(nameless, { email: null });
    clock.set(NEXT_MONDAY);
    await run();
    for (const somebody of [quiet, tired, blocked, robot, nameless]) expect(await emailsTo(somebody)).toEqual([]);
  });

  test('200 writes only to those who asked for it, at an address that the identity provider vouches for', async () => {
    const [silent, unverified, changed] = [await writer(), await writer(), await writer()];
    const preferences = { timezone: 'UTC' };
    await deps.db
      .updateTable('profile')
      .set({ preferences: JSON.stringify(preferences) })
      .where('id', '=', silent.id)
      .execute();
    clock.set(NEXT_MONDAY);
    const token = async (somebody: Person, claims: object) => ({
      ...somebody,
      token: await issuer.sign(somebody.id, clock.now(), { name: 'Ada', ...claims }),
    });
    await call(await token(unverified, { email: unverified.email }), 'GET', '/api/goals');
    // The last token that named an address counts.
    await call(await token(changed, { email: 'victim@elsewhere.test' }), 'GET', '/api/goals');
    await call(await token(changed, { email_verified: true }), 'GET', '/api/goals');
    await run();
    for (const somebody of [silent, unverified, changed]) expect(await emailsTo(somebody)).toEqual([]);
    await call(await renewed(unverified), 'GET', '/api/goals');
    await run();
    expect(await emailsTo(unverified)).toHaveLength(1);
  });

  test('200 names no mood that somebody made up', async () => {
    const free = { title: 'a', content: '', mood: 'win at https://evil.example' };
    const ada = await writer([free, free, { title: 'b', content: '', mood: 'hopeful' }]);
    clock.set(NEXT_MONDAY);
    await run();
    expect(await emailsTo(ada)).toMatchObject([{ data: { entries: 3, moods: ['hopeful'] } }]);
  });

  test('200 drops the letter to an address that is not verified any more', async () => {
    const ada = await writer();
    clock.set(NEXT_MONDAY);
    await run();
    await deps.db.updateTable('profile').set({ email_verified: false }).where('id', '=', ada.id).execute();
    await sendDueMails(deps);
    expect(await emailsTo(ada)).toMatchObject([{ status: 'dropped' }]);
  });

  test('200 drops the letter of somebody who has unsubscribed meanwhile', async () => {
    const ada = await writer();
    clock.set(NEXT_MONDAY);
    await run();
    await call(await renewed(ada), 'PUT', '/api/user/profile', { preferences: { email_digest: false } });
    await sendDueMails(deps);
    expect(await emailsTo(ada)).toMatchObject([{ status: 'dropped' }]);
  });

  test('200 of five at once on two nodes, and after one that was broken off, leaves what one clean run leaves', async () => {
    const people = [await writer(), await writer(), await writer()];
    clock.set(NEXT_MONDAY);
    await run();
    // As if the run had been killed when it had written to the first one alone.
    const later = people.slice(1).map(({ id }) => id);
    await deps.db.deleteFrom('outgoing_mail').where('user_id', 'in', later).execute();
    const answers = await Promise.all(
      [call, other.call, call, other.call, call].map((on) => run('secret-of-the-spring', on)),
    );
    expect(answers.map(({ status, body }) => [status, body.success])).toEqual(Array(5).fill([200, true]));
    await run();
    for (const somebody of people) expect(await emailsTo(somebody)).toHaveLength(1);
  });

  test('200 reaches more people than a portion has', async () => {
    const ada = await writer();
    const crowd = Array.from({ length: 1_100 }, () => ({
      id: deps.ids.next(),
      email: `${deps.ids.next()}@crowd.test`,
      role_changed_at: MONDAY,
      created_at: MONDAY,
      updated_at: MONDAY,
    }));
    await deps.db.insertInto('profile').values(crowd).execute();
    const last = await writer();
    clock.set(NEXT_MONDAY);
    await run();
    for (const somebody of [ada, last]) expect(await emailsTo(somebody)).toHaveLength(1);
  });

  test('200 forgets what is old', async () => {
    const ada = await writer();
    await deps.db
      .insertInto('mail_count')
      .values({ user_id: ada.id, day: '2026-11-16', counter: 'sent', count: 1 })
      .execute();
    const incoming = { user_id: ada.id, message_digest: Buffer.alloc(32), received_at: MONDAY };
    await deps.db.insertInto('incoming_mail').values(incoming).execute();
    const rows = async () => [
      await deps.db.selectFrom('mail_count').select('day').where('user_id', '=', ada.id).execute(),
      await deps.db.selectFrom('incoming_mail').select('user_id').where('user_id', '=', ada.id).execute(),
      await deps.db.selectFrom('outgoing_mail').select('id').where('user_id', '=', ada.id).execute(),
    ];
    const lengths = async () => (await rows()).map(({ length }) => length);
    clock.set(NEXT_MONDAY);
    await run();
    expect(await lengths()).toEqual([0, 1, 2]);
    clock.set(new Date('2026-12-28T06:00:00Z'));
    await run();
    expect(await lengths()).toEqual([0, 0, 2]);
    clock.set(new Date('2027-03-01T06:00:00Z'));
    await run();
    expect(await lengths()).toEqual([0, 0, 0]);
  });

  test.each(['', 'secret-of-the-autumn', 'wrong'])('401 for the secret %j', async (secret) => {
    expect((await run(secret)).status).toBe(401);
  });

  test('401 where no secret of the job is configured', async () => {
    const closed = await startTestApp({ environment: { DROPS_CRON_SECRET: 'secret-of-the-autumn' } });
    for (const secret of ['', 'secret-of-the-autumn']) expect((await run(secret, closed.call)).status).toBe(401);
  });
});
