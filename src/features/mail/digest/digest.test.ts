import { describe, expect, test } from 'vitest';
import { startSecondNode } from '#test/second-node.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { sendDueMails } from '../outgoing-mail/sending.actions.ts';

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

const renewToken = async (user: Person): Promise<Person> => ({
  ...user,
  token: await issuer.sign(user.id, clock.now(), { email: user.email, email_verified: true, name: 'Ada' }),
});

/** A user who turned the digest on and wrote entries in the week that starts now. */
async function createWriter(
  entries = [{ title: 'canary-title', content: 'canary-content', mood: 'calm' }],
): Promise<Person> {
  clock.set(MONDAY);
  const ada = await person({ name: 'Ada', email_verified: true });
  await call(ada, 'PUT', '/api/user/profile', { preferences: { email_digest: true } });
  for (const entry of entries) expect((await call(ada, 'POST', '/api/journal', entry)).status).toBe(201);
  return ada;
}

describe('POST /api/email/cron/weekly-digest', () => {
  test('queues a digest of the last full week, with numbers only', async () => {
    const entry = (mood: string) => ({ title: 'canary-title', content: 'canary-content', mood });
    const ada = await createWriter([entry('calm'), entry('joyful'), entry('joyful'), entry('hopeful')]);
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
    await call(await renewToken(ada), 'POST', '/api/journal', { title: 'Too late', content: '', mood: 'sad' });

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
    const [email] = await emailsTo(ada);
    expect(email).toMatchObject({ status: 'sent', data: {} });
    const source = await deps.mail.readSource(email?.id ?? '');
    expect(source).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect(source).not.toContain('canary');
  });

  test('queues one digest a week for each user, however often it is called', async () => {
    const ada = await createWriter();
    clock.set(NEXT_MONDAY);
    await run();
    await run('secret-of-the-summer');
    clock.set(new Date('2026-11-29T23:59:59Z'));
    await run();
    expect(await emailsTo(ada)).toHaveLength(1);
    await call(await renewToken(ada), 'POST', '/api/journal', { title: 'Again', content: '', mood: 'calm' });
    clock.set(new Date('2026-11-30T00:00:00Z'));
    await run();
    expect(await emailsTo(ada)).toHaveLength(2);
  });

  test('skips users without activity, without the preference, inactive, synthetic, or without an email address', async () => {
    const [idle, unsubscribed, inactive, synthetic, unaddressed] = [
      await createWriter([]),
      await createWriter(),
      await createWriter(),
      await createWriter(),
      await createWriter(),
    ];
    await call(unsubscribed, 'PUT', '/api/user/profile', { preferences: { email_digest: false } });
    const change = (user: Person, values: object) =>
      deps.db.updateTable('profile').set(values).where('id', '=', user.id).execute();
    await change(inactive, { is_active: false });
    await change(synthetic, { is_ai: true });
    await change(unaddressed, { email: null });
    clock.set(NEXT_MONDAY);
    await run();
    for (const user of [idle, unsubscribed, inactive, synthetic, unaddressed]) expect(await emailsTo(user)).toEqual([]);
  });

  test('requires the preference and a verified email address', async () => {
    const [silent, unverified, changed] = [await createWriter(), await createWriter(), await createWriter()];
    const preferences = { timezone: 'UTC' };
    await deps.db
      .updateTable('profile')
      .set({ preferences: JSON.stringify(preferences) })
      .where('id', '=', silent.id)
      .execute();
    clock.set(NEXT_MONDAY);
    const withClaims = async (user: Person, claims: object) => ({
      ...user,
      token: await issuer.sign(user.id, clock.now(), { name: 'Ada', ...claims }),
    });
    await call(await withClaims(unverified, { email: unverified.email }), 'GET', '/api/goals');
    // The last token with an email address counts.
    await call(await withClaims(changed, { email: 'victim@elsewhere.test' }), 'GET', '/api/goals');
    await call(await withClaims(changed, { email_verified: true }), 'GET', '/api/goals');
    await run();
    for (const user of [silent, unverified, changed]) expect(await emailsTo(user)).toEqual([]);
    await call(await renewToken(unverified), 'GET', '/api/goals');
    await run();
    expect(await emailsTo(unverified)).toHaveLength(1);
  });

  test('omits moods that are not tones', async () => {
    const free = { title: 'a', content: '', mood: 'win at https://evil.example' };
    const ada = await createWriter([free, free, { title: 'b', content: '', mood: 'hopeful' }]);
    clock.set(NEXT_MONDAY);
    await run();
    expect(await emailsTo(ada)).toMatchObject([{ data: { entries: 3, moods: ['hopeful'] } }]);
  });

  test('drops the digest if the email address is no longer verified', async () => {
    const ada = await createWriter();
    clock.set(NEXT_MONDAY);
    await run();
    await deps.db.updateTable('profile').set({ email_verified: false }).where('id', '=', ada.id).execute();
    await sendDueMails(deps);
    expect(await emailsTo(ada)).toMatchObject([{ status: 'dropped' }]);
  });

  test('drops the digest if the user has unsubscribed meanwhile', async () => {
    const ada = await createWriter();
    clock.set(NEXT_MONDAY);
    await run();
    await call(await renewToken(ada), 'PUT', '/api/user/profile', { preferences: { email_digest: false } });
    await sendDueMails(deps);
    expect(await emailsTo(ada)).toMatchObject([{ status: 'dropped' }]);
  });

  test('queues one digest for each user after an interrupted run and five concurrent ones on two nodes', async () => {
    const users = [await createWriter(), await createWriter(), await createWriter()];
    clock.set(NEXT_MONDAY);
    await run();
    // This simulates a run that was killed after the first user.
    const later = users.slice(1).map(({ id }) => id);
    await deps.db.deleteFrom('outgoing_mail').where('user_id', 'in', later).execute();
    const responses = await Promise.all(
      [call, other.call, call, other.call, call].map((on) => run('secret-of-the-spring', on)),
    );
    expect(responses.map(({ status, body }) => [status, body.success])).toEqual(Array(5).fill([200, true]));
    await run();
    for (const user of users) expect(await emailsTo(user)).toHaveLength(1);
  });

  test('continues after the first batch', async () => {
    const ada = await createWriter();
    const crowd = Array.from({ length: 1_100 }, () => ({
      id: deps.ids.next(),
      email: `${deps.ids.next()}@crowd.test`,
      role_changed_at: MONDAY,
      created_at: MONDAY,
      updated_at: MONDAY,
    }));
    await deps.db.insertInto('profile').values(crowd).execute();
    const last = await createWriter();
    clock.set(NEXT_MONDAY);
    await run();
    for (const user of [ada, last]) expect(await emailsTo(user)).toHaveLength(1);
  });

  test.each(['', 'secret-of-the-autumn', 'wrong'])('returns 401 for the secret %j', async (secret) => {
    expect((await run(secret)).status).toBe(401);
  });

  test('returns 401 if no secret of the job is configured', async () => {
    const closed = await startTestApp({ environment: { DROPS_CRON_SECRET: 'secret-of-the-autumn' } });
    for (const secret of ['', 'secret-of-the-autumn']) expect((await run(secret, closed.call)).status).toBe(401);
  });
});
