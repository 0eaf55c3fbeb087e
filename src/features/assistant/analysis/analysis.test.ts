import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { startTestApp } from '#test/start-test-app.ts';
import {
  aiWith,
  analysisRows,
  analyze,
  change,
  countUsage,
  excludeAllUsers,
  note,
  reader,
  readersWithNotes,
} from '../test-readers.ts';

const NOON = new Date('2026-11-10T12:00:00.000Z');
const DAY = 24 * 60 * 60 * 1000;
const HAPPY = 'I am so happy and grateful. I ran by the sea with friends and finished my project at work.';

const app = await startTestApp({
  environment: {
    CHAT_CRON_SECRET: 'secret-of-the-night',
    WORKOUT_WINDOW_CRON_SECRET: 'secret-of-the-summer',
    DROPS_CRON_SECRET: 'secret-of-the-morning',
  },
});
const { ai, call, clock, deps } = app;
const provider = deps.ai;

beforeEach(async () => {
  clock.set(NOON);
  deps.ai = provider;
  ai.behave({ mode: 'normal' });
  await excludeAllUsers(app);
  await deps.db.deleteFrom('note_analysis').execute();
});

const ago = (milliseconds: number) => new Date(clock.now().getTime() - milliseconds);
const none = { total: 0, successful: 0, failed: 0, errors: [] };
const allPrompts = () => JSON.stringify(ai.requests);

/** What the job asked the provider about during some work. */
async function promptsOf(work: () => Promise<unknown>): Promise<string[]> {
  const before = ai.requests.length;
  await work();
  return ai.requests.slice(before).map(({ text }) => text);
}

describe('POST /api/chat/cron/analyze-notes', () => {
  test('stores the findings in the entries of the last days', async () => {
    const ada = await reader(app);
    await note(app, ada, HAPPY, ago(2 * DAY));
    await note(app, ada, 'I am tired and worried about dad.', ago(DAY));
    const { status, body } = await analyze(call);
    expect([status, body]).toEqual([
      200,
      {
        success: true,
        message: 'The entries of 1 users were analyzed.',
        is_complete: true,
        results: { total: 1, successful: 1, failed: 0, errors: [] },
      },
    ]);
    const [row] = await analysisRows(app);
    expect(row).toMatchObject({
      user_id: ada.id,
      analysis_date: '2026-11-10',
      entry_count: 2,
      mood_trends: { direction: 'declining' },
      topics: expect.arrayContaining(['work', 'friends', 'family']),
      insights: { achievements: [expect.any(String)], challenges: [expect.any(String)] },
    });
    expect(await deps.db.selectFrom('note_analysis_lease').selectAll().execute()).toEqual([]);
  });

  test('sends names of mentioned users to the provider, and no ids', async () => {
    const [ada, ben] = await Promise.all([reader(app), app.person()]);
    await note(app, ada, `Tea with @[Ben](${ben.id}).`);
    // Too long to be read whole: it ends within the id.
    await note(app, ada, `${'long '.repeat(3_997)}@[Ben](${ben.id})`, ago(DAY));
    const [prompt = '', ...more] = await promptsOf(() => analyze(call));
    expect(more).toEqual([]);
    expect(prompt).toContain('Tea with Ben.');
    expect(prompt).not.toContain(ben.id.slice(0, 4));
    expect(prompt).not.toContain('@[');
  });

  test('records usage of the user and spends no AI allowance', async () => {
    const ada = await reader(app);
    await note(app, ada, HAPPY);
    await analyze(call);
    const usage = await deps.db.selectFrom('token_usage').selectAll().where('user_id', '=', ada.id).execute();
    const { id: reference_id } = (await call(ada, 'GET', '/api/chat/analyses/latest')).body.analysis;
    expect(usage).toMatchObject([{ type: 'note_analysis', reference_id, created_at: NOON }]);
    expect(usage[0]?.input_tokens).toBeGreaterThan(100);
    const calls = await deps.db.selectFrom('ai_call_count').selectAll().where('user_id', '=', ada.id).execute();
    expect(calls).toEqual([]);
    const { body } = await call(ada, 'GET', '/api/token-usage/summary?year=2026&month=11');
    expect(body.breakdown.assistant.tokens).toBe((usage[0]?.input_tokens ?? 0) + (usage[0]?.output_tokens ?? 0));
    expect(body.breakdown.tone.tokens).toBe(0);
  });

  test.each<[string, number, object, (user: { id: string }) => Promise<unknown>]>([
    ['lets notes be read and has some', 1, {}, async () => undefined],
    ['lets notes be read, but wants no drops', 1, { check_in_enabled: false }, async () => undefined],
    ['does not consent', 0, { read_notes_enabled: false }, async () => undefined],
    ['is inactive', 0, {}, (user) => change(app, user, { is_active: false })],
    ['is synthetic', 0, {}, (user) => change(app, user, { is_ai: true })],
    ['has withdrawn the consent', 0, {}, (user) => change(app, user, { read_notes_enabled: false })],
  ])('a user who %s gets %d analyses', async (_who, count, wishes, prepare) => {
    const user = await reader(app, wishes);
    await note(app, user, HAPPY);
    await prepare(user);
    const prompts = await promptsOf(() => analyze(call));
    expect(prompts).toHaveLength(count);
    expect(await analysisRows(app)).toHaveLength(count);
  });

  test.each([
    ['seven days ago, to the millisecond', 7 * DAY, 1],
    ['a millisecond before that', 7 * DAY + 1, 0],
    ['now', 0, 1],
  ])('handles an entry of %s', async (_when, age, count) => {
    const ada = await reader(app);
    await note(app, ada, HAPPY, ago(age));
    expect((await analyze(call)).body.results).toEqual({ ...none, total: count, successful: count });
  });

  test('reads no older entry beside a newer one', async () => {
    const ada = await reader(app);
    await note(app, ada, 'canary-old', ago(7 * DAY + 1));
    await note(app, ada, 'canary-edge', ago(7 * DAY));
    const [prompt] = await promptsOf(() => analyze(call));
    expect(prompt).toContain('canary-edge');
    expect(prompt).not.toContain('canary-old');
    expect(await analysisRows(app)).toMatchObject([{ entry_count: 1 }]);
  });

  test.each([49, 50, 51])('of %d entries reads the 50 newest, oldest first', async (count) => {
    const ada = await reader(app);
    for (let number = 1; number <= count; number += 1) await note(app, ada, `note-${number}-end`, ago(number));
    const [prompt = ''] = await promptsOf(() => analyze(call));
    const read = [...prompt.matchAll(/note-(\d+)-end/g)].map((match) => Number(match[1]));
    const newest = Array.from({ length: Math.min(50, count) }, (_, index) => index + 1);
    expect(read).toEqual(newest.toReversed());
    expect(await analysisRows(app)).toMatchObject([{ entry_count: Math.min(50, count) }]);
  });

  test('reads no entry that was written for another day', async () => {
    const ada = await reader(app);
    const entry = { title: 'A day', mood: 'calm', entry_date: '1999-05-05' };
    const { status } = await app.call(ada, 'POST', '/api/journal', { ...entry, content: 'memory-canary-5a1' });
    expect(status).toBe(201);
    await note(app, ada, 'today-canary-5a1');
    const texts = await promptsOf(() => analyze(call));
    expect(texts).toHaveLength(1);
    expect(texts[0]).not.toContain('memory-canary');
  });

  test('limits the text sent to the provider', async () => {
    const ada = await reader(app);
    for (let number = 0; number < 50; number += 1)
      await note(app, ada, `${number} ${'word '.repeat(19_000)}`, ago(number));
    const [prompt = ''] = await promptsOf(() => analyze(call));
    expect(prompt.length).toBeLessThan(20_100);
    expect(prompt.match(/A day/g)).toHaveLength(50);
  });

  test('analyzes once until an entry is written or changed', async () => {
    const ada = await reader(app);
    await note(app, ada, HAPPY);
    await analyze(call);
    clock.advance(60_000);
    expect(await promptsOf(() => analyze(call))).toEqual([]);
    await note(app, ada, 'And later: I am sad.');
    clock.advance(1);
    expect((await analyze(call)).body.results).toEqual({ ...none, total: 1, successful: 1 });
    expect(await analysisRows(app)).toMatchObject([{ entry_count: 2, analysis_date: '2026-11-10' }]);
    expect((await analyze(call)).body.results).toEqual(none);
    clock.advance(1_000);
    await deps.db.updateTable('journal_entry').set({ updated_at: clock.now() }).where('user_id', '=', ada.id).execute();
    expect((await analyze(call)).body.results).toEqual({ ...none, total: 1, successful: 1 });
  });

  test('uses the day in UTC, from the first to the last millisecond', async () => {
    const ada = await reader(app);
    clock.set(new Date('2026-11-10T00:00:00.000Z'));
    await note(app, ada, HAPPY);
    await analyze(call);
    clock.set(new Date('2026-11-10T23:59:59.999Z'));
    expect((await analyze(call)).body.results).toEqual(none);
    clock.set(new Date('2026-11-11T00:00:00.000Z'));
    expect((await analyze(call)).body.results).toEqual({ ...none, total: 1, successful: 1 });
    expect((await analysisRows(app)).map(({ analysis_date }) => analysis_date)).toEqual(['2026-11-10', '2026-11-11']);
  });

  test('processes more users than one page', async () => {
    await deps.db
      .insertInto('profile')
      .values(
        Array.from({ length: 450 }, () => ({
          id: randomUUID(),
          role_changed_at: NOON,
          created_at: NOON,
          updated_at: NOON,
          read_notes_enabled: true,
        })),
      )
      .execute();
    await readersWithNotes(app, 12);
    expect((await analyze(call)).body.results).toEqual({ ...none, total: 12, successful: 12 });
  });

  test('never sends text without consent to the provider', async () => {
    const ada = await reader(app);
    await note(app, ada, 'canary-ada');
    const [ben, cem, dora, elif] = [
      await reader(app, { read_notes_enabled: false }),
      await reader(app),
      await reader(app),
      await reader(app),
    ];
    await note(app, ben, 'canary-ben');
    await note(app, cem, 'canary-cem');
    await change(app, cem, { is_active: false });
    await note(app, dora, 'canary-dora');
    await change(app, dora, { is_ai: true });
    // Public, but only analyzed for its author.
    const open = { metadata_visibility: 'public', content_visibility: 'public', mood: 'calm' };
    await call(ben, 'POST', '/api/journal', { title: 'canary-title', content: 'canary-public', ...open });
    await call(elif, 'PUT', '/api/user/profile', { read_notes_enabled: false });
    await note(app, elif, 'canary-elif');
    await analyze(call);
    const prompts = allPrompts();
    expect(prompts).toContain('canary-ada');
    for (const canary of ['ben', 'cem', 'dora', 'elif', 'title', 'public']) {
      expect(prompts).not.toContain(`canary-${canary}`);
    }
    // Nor the notes of two people in one prompt.
    await note(app, ben, 'canary-second');
    await change(app, ben, { read_notes_enabled: true });
    const both = await promptsOf(() => analyze(call));
    expect(both.filter((text) => text.includes('canary-second') && text.includes('canary-ada'))).toEqual([]);
  });

  test('truncates the response of the model', async () => {
    const ada = await reader(app);
    await note(app, ada, HAPPY);
    const many = Array.from({ length: 150 }, (_, index) => `${index} ${'x'.repeat(500)}\u0000\ud800`);
    ai.behave({
      mode: 'answer-with',
      value: {
        summary: `\u0000 A <b>summary</b>\n${'y'.repeat(9_000)}`,
        mood_trends: {
          sentiment: 'mixed',
          direction: 'steady',
          moods: [
            { mood: 'Joyful', share: 7 },
            { mood: 'blissful', share: 1 },
            { mood: 'sad', share: -3 },
          ],
        },
        topics: many,
        patterns: many,
        recommendations: ['', '  ', 'Rest', 'Rest'],
        insights: { gratitude: many, challenges: [], goals: [], achievements: [], role: 'super_admin' },
        user_id: randomUUID(),
      },
    });
    expect((await analyze(call)).body.results).toEqual({ ...none, total: 1, successful: 1 });
    const { body } = await call(ada, 'GET', '/api/chat/analyses/latest');
    expect(body.analysis).toMatchObject({
      user_id: ada.id,
      mood_trends: {
        moods: [
          { mood: 'joyful', share: 1 },
          { mood: 'sad', share: 0 },
        ],
      },
      recommendations: ['Rest'],
    });
    expect(body.analysis.summary).toHaveLength(2_000);
    expect(body.analysis.summary).toMatch(/^A <b>summary<\/b> yyy/);
    expect(body.analysis.topics).toHaveLength(8);
    expect(body.analysis.topics[0]).toHaveLength(60);
    expect(body.analysis.insights).not.toHaveProperty('role');
  });

  test('one user’s failure does not stop the others and is reported without text', async () => {
    const people = await readersWithNotes(app, 7);
    const [ada] = people;
    if (ada === undefined) throw new Error('There is no user.');
    await note(app, ada, 'canary-refused');
    ai.behave({ mode: 'refuse-about', words: 'canary-refused', status: 400 });
    const { status, body, text } = await analyze(call);
    expect([status, body.success]).toEqual([200, true]);
    expect(body.results).toEqual({ total: 7, successful: 6, failed: 1, errors: [`${ada.id}: ai.unavailable`] });
    expect(text).not.toContain('canary');
    ai.behave({ mode: 'normal' });
    expect((await analyze(call)).body.results).toEqual({ ...none, total: 1, successful: 1 });
  });

  test('reports at most a hundred failures', async () => {
    for (let number = 0; number < 103; number += 1) await note(app, await reader(app), HAPPY);
    ai.behave({ mode: 'garbage' });
    const { results } = (await analyze(call)).body;
    expect([results.failed, results.errors.length]).toEqual([103, 100]);
  });

  test('stops between batches when its time is over, and the next run continues', async () => {
    await readersWithNotes(app, 12);
    deps.ai = aiWith(provider, { before: () => clock.set(new Date(NOON.getTime() + 50 * 60 * 1000)) });
    const first = await analyze(call);
    expect(first.body.message).toContain('Call again');
    expect(first.body.results).toEqual({ ...none, total: 5, successful: 5 });
    deps.ai = provider;
    const second = await analyze(call);
    expect(second.body.results).toEqual({ ...none, total: 7, successful: 7 });
    expect(second.body.message).not.toContain('Call again');
  });

  test('stops between batches if the node is about to stop', async () => {
    await readersWithNotes(app, 12);
    const { isDraining } = deps;
    deps.ai = aiWith(provider, {
      before: () => {
        deps.isDraining = () => true;
      },
    });
    const first = await analyze(call);
    deps.isDraining = isDraining;
    deps.ai = provider;
    expect(first.body.results).toEqual({ ...none, total: 5, successful: 5 });
    expect((await analyze(call)).body.results).toEqual({ ...none, total: 7, successful: 7 });
  });

  test.each(['secret-of-the-night', 'secret-of-the-summer'])('returns 200 with the secret %s', async (secret) => {
    expect((await analyze(call, secret)).status).toBe(200);
  });

  test.each(['secret-of-the-morning', 'secret-of-the-winter', '', 'secret-of-the-night,secret-of-the-summer'])(
    'returns 401 with the secret %j',
    async (secret) => {
      expect((await analyze(call, secret)).body.code).toBe('cron.secret-invalid');
    },
  );

  test('returns 401 with the token of a user', async () => {
    const used = await countUsage(app, 'note_analysis');
    expect((await call(await app.superAdmin(), 'POST', '/api/chat/cron/analyze-notes')).status).toBe(401);
    expect(await countUsage(app, 'note_analysis')).toBe(used);
  });
});

describe('POST /api/chat/cron/analyze-notes without an AI provider', () => {
  test('returns 200 and does nothing', async () => {
    const poor = await startTestApp({ environment: { CHAT_CRON_SECRET: 'secret-of-the-night', AI_API_KEY: '' } });
    const ada = await reader(poor);
    await note(poor, ada, HAPPY);
    const { status, body } = await analyze(poor.call);
    expect([status, body.success, body.results]).toEqual([200, true, none]);
    expect(body.message).toContain('No AI provider');
    expect(await analysisRows(poor)).toEqual([]);
  });
});
