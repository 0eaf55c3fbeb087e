import { beforeEach, describe, expect, test } from 'vitest';
import { addDays, localDateOf } from '#platform/days/calendar-date.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import {
  aiWith,
  analyze,
  change,
  countUsage,
  dropRows,
  excludeAllUsers,
  note,
  reader,
  readersWithNotes,
  sendDrops,
} from '../test-readers.ts';
import { DAILY_DROPS } from './daily-drop.jobs.ts';
import { genericText } from './daily-drop.template.ts';

const NOON = new Date('2026-11-10T12:00:00.000Z');
const HAPPY = 'I am so happy and grateful. I ran by the sea with friends.';

const app = await startTestApp({
  environment: {
    CHAT_CRON_SECRET: 'secret-of-the-night',
    DROPS_CRON_SECRET: 'secret-of-the-morning',
    ENCOURAGEMENT_DROPS_CRON_SECRET: 'secret-of-the-noon',
    WORKOUT_WINDOW_CRON_SECRET: 'secret-of-the-summer',
    LAB_CRON_SECRET: 'secret-of-the-winter',
  },
});
const { ai, call, clock, deps, issuer } = app;
const provider = deps.ai;

beforeEach(async () => {
  clock.set(NOON);
  deps.ai = provider;
  ai.behave({ mode: 'normal' });
  await excludeAllUsers(app);
  await deps.db.deleteFrom('note_analysis').execute();
  await deps.db.deleteFrom('drop_sent').execute();
});

const none = { total: 0, generated: 0, skipped: 0, failed: 0, errors: [] };

async function again(user: Person): Promise<Person> {
  return { ...user, token: await issuer.sign(user.id, clock.now(), { email: user.email }) };
}

/** What the provider was asked during some work. */
async function promptsOf(work: () => Promise<unknown>) {
  const before = ai.requests.length;
  await work();
  return ai.requests.slice(before);
}

describe('POST /api/encouragement-drops/cron/generate-daily-drops', () => {
  test('sends a drop written from the latest analysis with a notification', async () => {
    const ada = await reader(app);
    await note(app, ada, HAPPY);
    await analyze(call);
    const { status, body } = await sendDrops(call);
    expect([status, body]).toEqual([
      200,
      {
        success: true,
        message: '1 users received a drop.',
        is_complete: true,
        results: { ...none, total: 1, generated: 1 },
      },
    ]);
    expect(await dropRows(app)).toEqual([
      {
        recipient_id: ada.id,
        sender_id: null,
        drop_type: 'encouragement',
        title: null,
        content: expect.stringMatching(/^Lately your notes sound (joyful|grateful)/),
        day: '2026-11-10',
        is_custom: false,
        template_id: null,
      },
    ]);
    const [drop] = await deps.db.selectFrom('drop_sent').selectAll().execute();
    expect(drop).toMatchObject({ date_sent: NOON, read_at: null, engagement_ends_at: null, bonus_drops_awarded: 0 });
    const notices = (await call(ada, 'GET', '/api/notifications')).body.notifications;
    expect(notices).toMatchObject([{ kind: 'drop_received', data: { drop_id: drop?.id, from_user_id: null } }]);
    expect(JSON.stringify(notices)).not.toContain('Lately');
  });

  test('sends findings to the provider and no text of the user', async () => {
    const ada = await reader(app);
    await note(app, ada, `${HAPPY} canary-written`);
    await analyze(call);
    await note(app, ada, 'canary-later');
    const [asked, ...more] = await promptsOf(() => sendDrops(call));
    expect(more).toEqual([]);
    expect(asked).toMatchObject({ schemaName: 'daily_drop' });
    expect(asked?.text).toContain('Topics: friends, movement, nature');
    expect(JSON.stringify(asked)).not.toContain('canary');
    expect(JSON.stringify(asked)).not.toContain(ada.id);
    expect(JSON.stringify(asked)).not.toContain('A day');
  });

  test('records usage and spends no allowance', async () => {
    const ada = await reader(app);
    await note(app, ada, HAPPY);
    await analyze(call);
    const sender = { user_id: ada.id, day: '2026-11-10', daily_used: 2, total_sent: 2 };
    await deps.db.insertInto('drop_sender').values(sender).execute();
    const before = await deps.db.selectFrom('drop_sender').selectAll().execute();
    const used = await countUsage(app, 'daily_drop');
    await sendDrops(call);
    expect(await deps.db.selectFrom('drop_sender').selectAll().execute()).toEqual(before);
    expect(await countUsage(app, 'daily_drop')).toBe(used + 1);
    const usage = await deps.db
      .selectFrom('token_usage')
      .select(['type', 'reference_id'])
      .where('user_id', '=', ada.id)
      .orderBy('type')
      .execute();
    const [drop] = await deps.db.selectFrom('drop_sent').select('id').where('recipient_id', '=', ada.id).execute();
    const { analysis } = (await call(ada, 'GET', '/api/chat/analyses/latest')).body;
    expect(usage).toEqual([
      { type: 'daily_drop', reference_id: drop?.id },
      { type: 'note_analysis', reference_id: analysis.id },
    ]);
    expect(await deps.db.selectFrom('ai_call_count').selectAll().where('user_id', '=', ada.id).execute()).toEqual([]);
  });

  test('sends a generic text without an analysis, without a provider call', async () => {
    const ada = await reader(app);
    await note(app, ada, HAPPY);
    expect(await promptsOf(() => sendDrops(call))).toEqual([]);
    expect(await dropRows(app)).toMatchObject([{ content: genericText(ada.id, '2026-11-10') }]);
  });

  test('uses the latest analysis, whatever its age', async () => {
    const ada = await reader(app);
    await note(app, ada, 'I am so sad and lonely.');
    await analyze(call);
    clock.advance(8 * 24 * 60 * 60 * 1000);
    await note(app, ada, HAPPY);
    await analyze(call);
    clock.advance(20 * 24 * 60 * 60 * 1000);
    await sendDrops(call);
    expect(await dropRows(app)).toMatchObject([{ content: expect.stringMatching(/joyful|grateful/) }]);
  });

  test.each<[string, number, object, (user: { id: string }) => Promise<unknown>]>([
    ['wants both', 1, {}, async () => undefined],
    ['wants no drops', 0, { check_in_enabled: false }, async () => undefined],
    ['does not consent', 0, { read_notes_enabled: false }, async () => undefined],
    ['wants neither', 0, { read_notes_enabled: false, check_in_enabled: false }, async () => undefined],
    ['is inactive', 0, {}, (user) => change(app, user, { is_active: false })],
    ['is synthetic', 0, {}, (user) => change(app, user, { is_ai: true })],
  ])('a user who %s gets %d drops', async (_who, count, wishes, prepare) => {
    const user = await reader(app, wishes);
    await prepare(user);
    expect((await sendDrops(call)).body.results).toEqual({ ...none, total: count, generated: count });
    expect(await dropRows(app)).toHaveLength(count);
  });

  test('sends one drop a day (UTC), from the first to the last millisecond', async () => {
    await reader(app);
    clock.set(new Date('2026-11-10T00:00:00.000Z'));
    await sendDrops(call);
    clock.set(new Date('2026-11-10T23:59:59.999Z'));
    expect((await sendDrops(call)).body.results).toEqual({ ...none, total: 1, skipped: 1 });
    clock.set(new Date('2026-11-11T00:00:00.000Z'));
    expect((await sendDrops(call)).body.results).toEqual({ ...none, total: 1, generated: 1 });
    expect((await dropRows(app)).map(({ day }) => day)).toEqual(['2026-11-10', '2026-11-11']);
  });

  test('sends a drop beside drops of users', async () => {
    const [ada, ben] = [await reader(app), await app.person()];
    const sent = {
      recipient_id: ada.id,
      sender_id: ben.id,
      drop_type: 'encouragement' as const,
      is_custom: true,
      content: 'Hi',
    };
    const when = { date_sent: NOON, day: '2026-11-10', engagement_ends_at: NOON };
    await deps.db
      .insertInto('drop_sent')
      .values({ id: deps.ids.next(), ...sent, ...when })
      .execute();
    expect((await sendDrops(call)).body.results).toMatchObject({ generated: 1, skipped: 0 });
  });

  test.each<[string, string, RegExp]>([
    ['more than a drop holds', 'x'.repeat(5_000), /^x{1000}$/],
    ['what cannot be stored', 'Be \u0000 brave\n\ntoday', /^Be brave today$/],
    ['markup', '<b>Be brave</b>', /^<b>Be brave<\/b>$/],
  ])('handles a model that returns %s', async (_what, message, expected) => {
    const ada = await reader(app);
    await note(app, ada, HAPPY);
    await analyze(call);
    ai.behave({ mode: 'answer-with', value: { message } });
    await sendDrops(call);
    expect(await dropRows(app)).toMatchObject([{ content: expect.stringMatching(expected) }]);
  });

  test.each(['', '   ', '\u0000'])('sends a generic text if the model returns %j', async (message) => {
    const ada = await reader(app);
    await note(app, ada, HAPPY);
    await analyze(call);
    ai.behave({ mode: 'answer-with', value: { message } });
    await sendDrops(call);
    expect(await dropRows(app)).toMatchObject([{ content: genericText(ada.id, '2026-11-10') }]);
  });

  test('sends a generic text after an unexpected error', async () => {
    await readersWithNotes(app, 1);
    await analyze(call);
    deps.ai = aiWith(provider, {
      before: () => {
        throw new Error('Unexpected.');
      },
    });
    expect((await sendDrops(call)).body.results).toMatchObject({ generated: 1, failed: 0 });
  });

  test('sends nothing if the consent is withdrawn during generation', async () => {
    const [ada] = await readersWithNotes(app, 1);
    await analyze(call);
    deps.ai = aiWith(provider, {
      after: () => call(ada ?? null, 'PUT', '/api/user/profile', { check_in_enabled: false }),
    });
    expect((await sendDrops(call)).body.results).toEqual({ ...none, total: 1, skipped: 1 });
    expect(await dropRows(app)).toEqual([]);
  });

  test('sends nothing of a user to the provider after the consent is withdrawn', async () => {
    const people = await readersWithNotes(app, 8);
    await analyze(call);
    let isFirst = true;
    deps.ai = aiWith(provider, {
      before: async () => {
        if (!isFirst) return;
        isFirst = false;
        for (const user of people) await change(app, user, { read_notes_enabled: false });
      },
    });
    const prompts = await promptsOf(() => sendDrops(call));
    expect(prompts).toHaveLength(5);
  });

  test('sends no text of an analysis deleted during generation', async () => {
    const [ada] = await readersWithNotes(app, 1);
    if (ada === undefined) throw new Error('There is no user.');
    await analyze(call);
    deps.ai = aiWith(provider, { after: () => call(ada, 'DELETE', '/api/chat/analyses') });
    await sendDrops(call);
    expect(await dropRows(app)).toMatchObject([{ content: genericText(ada.id, '2026-11-10') }]);
  });

  test('one user’s failure does not stop the others and is retried by the next run', async () => {
    const [ada, ben] = [await reader(app), await reader(app)];
    await deps.db.transaction().execute(async (tx) => {
      await tx.updateTable('profile').set({ full_name: 'Ada' }).where('id', '=', ada.id).execute();
      const { status, body } = await sendDrops(call);
      expect([status, body.success]).toEqual([200, true]);
      expect(body.results).toEqual({
        ...none,
        total: 2,
        generated: 1,
        failed: 1,
        errors: [`${ada.id}: drops.not-stored`],
      });
    });
    expect((await dropRows(app)).map(({ recipient_id }) => recipient_id)).toEqual([ben.id]);
    expect((await sendDrops(call)).body.results).toEqual({ ...none, total: 2, generated: 1, skipped: 1 });
  });

  test('stops between batches when its time is over, and the next run continues', async () => {
    await readersWithNotes(app, 7);
    await analyze(call);
    deps.ai = aiWith(provider, { before: () => clock.set(new Date(NOON.getTime() + 50 * 60 * 1000)) });
    const first = await sendDrops(call);
    expect(first.body.message).toContain('Call again');
    expect(first.body.results).toEqual({ ...none, total: 5, generated: 5 });
    expect((await sendDrops(call)).body.results).toEqual({ ...none, total: 7, generated: 2, skipped: 5 });
  });

  test('notifies of the drop of each day', async () => {
    const ada = await reader(app);
    await sendDrops(call);
    clock.advance(24 * 60 * 60 * 1000);
    await sendDrops(call);
    const { notifications } = (await call(await again(ada), 'GET', '/api/notifications')).body;
    expect(notifications.map(({ kind }: { kind: string }) => kind)).toEqual(['drop_received', 'drop_received']);
  });

  test.each(['secret-of-the-morning', 'secret-of-the-noon', 'secret-of-the-summer', 'secret-of-the-night'])(
    'returns 200 with the secret %s',
    async (secret) => {
      expect((await sendDrops(call, secret)).status).toBe(200);
    },
  );

  test.each(['secret-of-the-winter', '', 'secret-of-the-morning,secret-of-the-noon', 'undefined'])(
    'returns 401 with the secret %j',
    async (secret) => {
      await reader(app);
      expect((await sendDrops(call, secret)).body.code).toBe('cron.secret-invalid');
      expect(await dropRows(app)).toEqual([]);
    },
  );

  test('returns 401 with the token of a user', async () => {
    const url = '/api/encouragement-drops/cron/generate-daily-drops';
    expect((await call(await app.superAdmin(), 'POST', url)).status).toBe(401);
  });
});

describe('POST /api/encouragement-drops/cron/generate-daily-drops on other nodes', () => {
  test('sends generic texts without an AI provider', async () => {
    const poor = await startTestApp({ environment: { DROPS_CRON_SECRET: 'secret-of-the-morning', AI_API_KEY: '' } });
    const ada = await reader(poor);
    expect((await sendDrops(poor.call)).body.results).toEqual({ ...none, total: 1, generated: 1 });
    expect(await dropRows(poor)).toMatchObject([{ recipient_id: ada.id }]);
  });

  test('returns 401 without configured secrets', async () => {
    const closed = await startTestApp({
      environment: { LAB_CRON_SECRET: 'secret-of-the-winter', CRON_SECRET: 'secret-of-the-autumn' },
    });
    for (const secret of ['secret-of-the-winter', 'secret-of-the-autumn', '', 'undefined', 'null']) {
      expect((await sendDrops(closed.call, secret)).body.code).toBe('cron.secret-invalid');
    }
  });
});

describe('The job', () => {
  test('backfills a missed run on the same day only', async () => {
    const ada = await reader(app);
    await note(app, ada, HAPPY);
    const now = deps.clock.now();
    const atNineOf = (days: number) => new Date(`${addDays(localDateOf(now, 'UTC'), days)}T09:00:00Z`);
    expect(DAILY_DROPS.backfillDays).toBe(1);
    await DAILY_DROPS.run(deps, atNineOf(-1));
    expect(await dropRows(app)).toEqual([]);
    await DAILY_DROPS.run(deps, atNineOf(0));
    expect(await dropRows(app)).toMatchObject([{ recipient_id: ada.id }]);
  });
});
