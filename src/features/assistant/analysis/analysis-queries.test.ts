import { beforeEach, describe, expect, test } from 'vitest';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { analysisRows, analyze, note, reader, SECRETS } from '../test-readers.ts';
import type { Sentiment } from './analysis.schema.ts';

const NOON = new Date('2026-11-10T12:00:00.000Z');

const app = await startTestApp({ environment: SECRETS });
const { call, clock, deps, issuer, person, superAdmin } = app;

beforeEach(() => void clock.set(NOON));

/** Returns the user with a new token. */
async function again(user: Person): Promise<Person> {
  return { ...user, token: await issuer.sign(user.id, clock.now(), { email: user.email }) };
}

/** An analysis of a day, written straight into the database. */
async function analysisOf({ id }: Person, day: string, sentiment: Sentiment = 'positive'): Promise<string> {
  const createdAt = new Date(`${day}T02:00:00.000Z`);
  const moods = [{ mood: sentiment === 'negative' ? 'sad' : 'joyful', share: 0.5 }];
  const analysisId = deps.ids.next();
  await deps.db
    .insertInto('note_analysis')
    .values({
      id: analysisId,
      user_id: id,
      analysis_date: day,
      summary: `What was found on ${day}`,
      mood_trends: JSON.stringify({ sentiment, direction: 'steady', moods }),
      topics: JSON.stringify(['work']),
      patterns: '[]',
      recommendations: '[]',
      insights: JSON.stringify({ gratitude: [], challenges: [], goals: [], achievements: [] }),
      entry_count: 3,
      notes_read_at: createdAt,
      created_at: createdAt,
      updated_at: createdAt,
    })
    .execute();
  return analysisId;
}

const datesIn = (body: { analyses: { analysis_date: string }[] }) => body.analyses.map((one) => one.analysis_date);

describe('GET /api/chat/analyses', () => {
  test('lists own analyses, newest first, in pages', async () => {
    const [ada, ben] = [await person(), await person()];
    for (const day of ['2026-11-08', '2026-11-10', '2026-11-09']) await analysisOf(ada, day);
    await analysisOf(ben, '2026-11-07');
    const all = await call(ada, 'GET', '/api/chat/analyses');
    expect([all.status, datesIn(all.body), all.body.next_cursor]).toEqual([
      200,
      ['2026-11-10', '2026-11-09', '2026-11-08'],
      null,
    ]);
    const first = await call(ada, 'GET', '/api/chat/analyses?limit=2');
    expect(datesIn(first.body)).toEqual(['2026-11-10', '2026-11-09']);
    const second = await call(ada, 'GET', `/api/chat/analyses?limit=2&cursor=${first.body.next_cursor}`);
    expect([datesIn(second.body), second.body.next_cursor]).toEqual([['2026-11-08'], null]);
  });

  test('returns all findings', async () => {
    const ada = await person();
    const id = await analysisOf(ada, '2026-11-10');
    const { body } = await call(ada, 'GET', '/api/chat/analyses');
    expect(body.analyses).toEqual([
      {
        id,
        user_id: ada.id,
        analysis_date: '2026-11-10',
        summary: 'What was found on 2026-11-10',
        mood_trends: { sentiment: 'positive', direction: 'steady', moods: [{ mood: 'joyful', share: 0.5 }] },
        topics: ['work'],
        patterns: [],
        recommendations: [],
        insights: { gratitude: [], challenges: [], goals: [], achievements: [] },
        entry_count: 3,
        created_at: '2026-11-10T02:00:00.000Z',
        updated_at: '2026-11-10T02:00:00.000Z',
      },
    ]);
  });

  test('returns no analyses of other users to a super admin', async () => {
    await analysisOf(await person(), '2026-11-10');
    expect((await call(await superAdmin(), 'GET', '/api/chat/analyses')).body.analyses).toEqual([]);
  });

  test.each(['limit=0', 'limit=501', 'cursor=x'])('returns 400 for %s', async (query) => {
    expect((await call(await person(), 'GET', `/api/chat/analyses?${query}`)).status).toBe(400);
  });

  test('returns 401 without a token', async () => {
    expect((await call(null, 'GET', '/api/chat/analyses')).status).toBe(401);
  });
});

describe('GET /api/chat/assistant', () => {
  test('returns what is read and who gets the text', async () => {
    const { status, body } = await call(await person(), 'GET', '/api/chat/assistant');
    expect(status).toBe(200);
    expect(body).toEqual({
      provider: { host: expect.any(String), model: expect.any(String) },
      days_read: 7,
      max_entries_read: 50,
    });
  });
});

describe('GET /api/chat/analyses/latest', () => {
  test('returns null without an analysis', async () => {
    expect((await call(await person(), 'GET', '/api/chat/analyses/latest')).body).toEqual({ analysis: null });
  });

  test('returns the analysis of the latest day', async () => {
    const ada = await person();
    for (const day of ['2026-11-09', '2026-11-10', '2026-11-08']) await analysisOf(ada, day);
    await analysisOf(await person(), '2026-11-11');
    const { body } = await call(ada, 'GET', '/api/chat/analyses/latest');
    expect(body.analysis).toMatchObject({ analysis_date: '2026-11-10', user_id: ada.id });
  });

  test('returns analyses after opting out', async () => {
    const ada = await reader(app);
    await note(app, ada, 'I am happy.');
    await analyze(call);
    await call(ada, 'PUT', '/api/user/profile', { read_notes_enabled: false });
    expect((await call(ada, 'GET', '/api/chat/analyses/latest')).body.analysis.entry_count).toBe(1);
  });

  test('returns 401 without a token', async () => {
    expect((await call(null, 'GET', '/api/chat/analyses/latest')).status).toBe(401);
  });
});

describe('GET /api/chat/mood-trends', () => {
  const trends = async (user: Person | null, query = '') => call(user, 'GET', `/api/chat/mood-trends${query}`);

  test('returns empty trends without analyses', async () => {
    const { status, body } = await trends(await person());
    expect([status, body.mood_trends]).toEqual([
      200,
      {
        from: '2026-10-12',
        to: '2026-11-10',
        analyses: 0,
        sentiments: { positive: 0, negative: 0, neutral: 0, mixed: 0 },
        direction: null,
        moods: [],
        days: [],
      },
    ]);
  });

  test('covers the last 30 days, inclusive', async () => {
    const ada = await person();
    for (const day of ['2026-10-11', '2026-10-12', '2026-11-10']) await analysisOf(ada, day);
    await analysisOf(await person(), '2026-11-09');
    const { body } = await trends(ada);
    expect(body.mood_trends.days.map(({ date }: { date: string }) => date)).toEqual(['2026-10-12', '2026-11-10']);
  });

  test('returns the direction over the requested days', async () => {
    const ada = await person();
    await analysisOf(ada, '2026-11-08', 'negative');
    await analysisOf(ada, '2026-11-09', 'negative');
    await analysisOf(ada, '2026-11-10', 'positive');
    expect((await trends(ada, '?days=3')).body.mood_trends).toMatchObject({
      from: '2026-11-08',
      analyses: 3,
      sentiments: { positive: 1, negative: 2, neutral: 0, mixed: 0 },
      direction: 'improving',
      moods: [
        { mood: 'sad', share: 0.33 },
        { mood: 'joyful', share: 0.17 },
      ],
    });
    expect((await trends(ada, '?days=1')).body.mood_trends).toMatchObject({ from: '2026-11-10', analyses: 1 });
  });

  test('uses today in UTC', async () => {
    const ada = await person();
    await analysisOf(ada, '2026-11-10');
    clock.set(new Date('2026-11-10T23:59:59.999Z'));
    expect((await trends(await again(ada), '?days=1')).body.mood_trends.analyses).toBe(1);
    clock.set(new Date('2026-11-11T00:00:00.000Z'));
    expect((await trends(await again(ada), '?days=1')).body.mood_trends.analyses).toBe(0);
  });

  test.each(['days=0', 'days=367', 'days=-1', 'days=1.5', 'days=x'])('returns 400 for %s', async (query) => {
    expect((await trends(await person(), `?${query}`)).status).toBe(400);
  });

  test('returns 401 without a token', async () => {
    expect((await trends(null)).status).toBe(401);
  });
});

describe('DELETE /api/chat/analyses', () => {
  test('deletes own analyses only', async () => {
    const [ada, ben] = [await person(), await person()];
    for (const day of ['2026-11-09', '2026-11-10']) await analysisOf(ada, day);
    await analysisOf(ben, '2026-11-10');
    const { status, body } = await call(ada, 'DELETE', '/api/chat/analyses');
    expect([status, body]).toEqual([200, { message: 'All analyses of your journal are deleted.' }]);
    expect((await call(ada, 'GET', '/api/chat/analyses')).body.analyses).toEqual([]);
    expect((await analysisRows(app)).filter(({ user_id }) => user_id === ben.id)).toHaveLength(1);
  });

  test('returns 200 without analyses', async () => {
    expect((await call(await person(), 'DELETE', '/api/chat/analyses')).status).toBe(200);
  });

  test('returns 401 without a token', async () => {
    expect((await call(null, 'DELETE', '/api/chat/analyses')).status).toBe(401);
  });
});
