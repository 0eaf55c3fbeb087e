import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { executeRead } from '#platform/db/read.ts';
import { costsOf, settle } from '#test/plans.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { createSentDrops } from '../encouragement/engagement/test-sent-drops.ts';
import { selectRanked } from './leaderboard.store.ts';

const URL = '/api/encouragement-drops/leaderboard';

const app = await startTestApp();
const { call, deps, person } = app;
const { setSenderStats } = createSentDrops(app);

type SenderStats = Parameters<typeof setSenderStats>[1];

/** Creates a sender with these stats. */
async function sender(stats: SenderStats, name = 'A Person'): Promise<Person> {
  const created = await person({ name });
  await setSenderStats(created, { total_sent: 100, ...stats });
  await deps.db.transaction().execute((tx) => deps.recalculateBadges(tx, [created.id]));
  return created;
}

const board = async (reader: Person, query = '') => (await call(reader, 'GET', `${URL}${query}`)).body.leaderboard;
const ids = (rows: { user: { id: string } }[]) => rows.map(({ user }) => user.id);

beforeEach(async () => {
  await deps.db.deleteFrom('badge').execute();
});

describe('GET /api/encouragement-drops/leaderboard', () => {
  test('ranks by engaged drops, then by success rate', async () => {
    const first = await sender(
      { engagement_increases: 21, ended_increases: 1, windows_ended: 3, bonus_earned: 42 },
      'Ada',
    );
    const second = await sender({ engagement_increases: 20, ended_increases: 2, windows_ended: 2 });
    const third = await sender({ engagement_increases: 20, ended_increases: 1, windows_ended: 2 });
    const last = await sender({ engagement_increases: 0 });
    await call(first, 'PUT', '/api/user/profile', { avatar_url: 'https://people.test/ada.png' });
    const { status, body, text } = await call(last, 'GET', URL);
    expect(status).toBe(200);
    expect(ids(body.leaderboard)).toEqual([first.id, second.id, third.id, last.id]);
    expect(body.next_cursor).toBeNull();
    expect(body.leaderboard[0]).toEqual({
      rank: 1,
      user: { id: first.id, full_name: 'Ada', avatar_url: 'https://people.test/ada.png', is_ai: false },
      badge: { level: 3, name: 'Bloom', color: '#FF69B4' },
      total_drops_sent: 100,
      engagement_increases: 21,
      success_rate: 33.3,
      bonus_drops_earned: 42,
      consecutive_days: 1,
    });
    expect(body.leaderboard.map(({ rank }: { rank: number }) => rank)).toEqual([1, 2, 3, 4]);
    expect(text).not.toMatch(/email|"role"|@|is_active|preferences|drops_balance/);
  });

  test('breaks ties by id', async () => {
    const tied = await Promise.all(
      Array.from({ length: 8 }, () => sender({ engagement_increases: 4, ended_increases: 2, windows_ended: 3 })),
    );
    const reader = await person();
    const sorted = tied.map(({ id }) => id).sort();
    expect(ids(await board(reader))).toEqual(sorted);
    expect(ids(await board(reader, '?limit=3'))).toEqual(sorted.slice(0, 3));
  });

  test('omits users without drops, synthetic, inactive and opted-out users', async () => {
    const best = { engagement_increases: 90 };
    const [ada, synthetic, inactive, shy, willing] = await Promise.all([
      sender({ engagement_increases: 3 }),
      sender(best),
      sender(best),
      sender(best),
      sender({ engagement_increases: 2 }),
    ]);
    await person();
    const set = (of: Person, values: { is_ai?: boolean; is_active?: boolean }) =>
      deps.db.updateTable('profile').set(values).where('id', '=', of.id).execute();
    await set(synthetic, { is_ai: true });
    await set(inactive, { is_active: false });
    await call(shy, 'PUT', '/api/user/profile', { preferences: { leaderboard: false } });
    await call(willing, 'PUT', '/api/user/profile', { preferences: { leaderboard: true, theme: 'dark' } });
    expect(ids(await board(shy))).toEqual([ada.id, willing.id]);
    expect((await board(shy)).map(({ rank }: { rank: number }) => rank)).toEqual([1, 2]);
    await call(shy, 'PUT', '/api/user/profile', { preferences: { leaderboard: true } });
    expect(ids(await board(shy))).toEqual([shy.id, ada.id, willing.id]);
  });

  test('returns as many users as requested, 50 by default', async () => {
    const reader = await person();
    await crowd(120);
    const lengths = [];
    for (const query of ['', '?limit=1', '?limit=50', '?limit=100']) lengths.push((await board(reader, query)).length);
    expect(lengths).toEqual([50, 1, 50, 100]);
  });

  test('reads the leaderboard by an index with many senders', async () => {
    await crowd(20_000);
    await settle(deps.db, 'badge', 'profile');
    for (const { buffers, outline } of await costsOf(app.databaseUrl, (db) => executeRead(db, selectRanked(50)))) {
      const plan = outline.join('\n');
      expect(plan).toContain('Index Scan badge_leaderboard_idx');
      expect(plan).not.toContain('Sort');
      expect(buffers, plan).toBeLessThanOrEqual(400);
    }
  });

  test.each(['0', '-1', '101', '1e9', 'Infinity', 'NaN', '1.5', '', 'x', '5&limit=6', '5&limit=5'])(
    'returns 400 for a limit of %s',
    async (limit) => {
      const { status, body } = await call(await person(), 'GET', `${URL}?limit=${limit}`);
      expect([status, body.code]).toEqual([400, 'request.invalid']);
    },
  );

  test('returns 401 without a token', async () => {
    expect((await call(null, 'GET', URL)).status).toBe(401);
  });
});

const AT_ONCE = 1_000;

/** Inserts `count` senders directly, in statements that end in time on a busy machine. */
async function crowd(count: number): Promise<void> {
  for (let made = 0; made < count; made += AT_ONCE) {
    await sql`
      with created as (
        insert into profile (id, role_changed_at, created_at, updated_at)
        select gen_random_uuid(), now(), now(), now()
        from generate_series(1, ${Math.min(AT_ONCE, count - made)}::int) returning id
      )
      insert into badge (user_id, level, total_drops_sent, engagement_increases, success_rate, bonus_drops_earned,
        consecutive_days)
      select id, 1, 1000, (random() * 1000)::int, round((random() * 100)::numeric, 1), 0, 0 from created`.execute(
      deps.db,
    );
  }
}
