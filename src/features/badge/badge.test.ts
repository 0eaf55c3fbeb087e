import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { createSentDrops } from '../encouragement/engagement/test-sent-drops.ts';

const URL = '/api/encouragement-drops/badge';
const NOON = new Date('2026-12-10T12:00:00Z');
const DAY = 24 * 3_600_000;

const app = await startTestApp();
const { call, clock, deps, person } = app;
const { renewed, send, setSenderStats, findSenderStats } = createSentDrops(app);

const badgeOf = async (user: Person) => (await call(await renewed(user), 'GET', URL)).body.badge;
const update = async (user: Person) => call(await renewed(user), 'POST', `${URL}/update`);
const deactivate = ({ id }: Person) =>
  deps.db.updateTable('profile').set({ is_active: false }).where('id', '=', id).execute();

const milestonesOf = async (user: Person) => {
  const { body } = await call(await renewed(user), 'GET', `${URL}/milestones`);
  return body.milestones.map(({ badge }: { badge: { name: string } }) => badge.name);
};

const FIRST = {
  current_badge: { level: 1, name: 'Seedling', color: '#90EE90' },
  level: 1,
  total_drops_sent: 0,
  engagement_increases: 0,
  success_rate: 0,
  bonus_drops_earned: 0,
  consecutive_days: 0,
  next_level: {
    level: 2,
    name: 'Sprout',
    color: '#7CFC00',
    min_successful_drops: 6,
    min_success_rate: null,
    min_consecutive_days: null,
    drops_to_go: 6,
  },
  progress: 0,
};

/** Stats after a hundred drops, up to yesterday. */
const HUNDRED = {
  total_sent: 100,
  engagement_increases: 30,
  ended_increases: 20,
  windows_ended: 60,
  bonus_earned: 58,
  last_sent_day: '2026-12-09',
  consecutive_days: 12,
};

beforeEach(() => clock.set(NOON));

describe('GET /api/encouragement-drops/badge', () => {
  test('returns the first level before any drop', async () => {
    const ada = await person();
    const { status, body } = await call(await renewed(ada), 'GET', URL);
    expect([status, body]).toEqual([200, { badge: { user_id: ada.id, ...FIRST } }]);
  });

  test('returns the statistics', async () => {
    const ada = await person();
    await setSenderStats(ada, HUNDRED);
    await update(ada);
    expect(await badgeOf(ada)).toEqual({
      user_id: ada.id,
      current_badge: { level: 3, name: 'Bloom', color: '#FF69B4' },
      level: 3,
      total_drops_sent: 100,
      engagement_increases: 30,
      success_rate: 33.3,
      bonus_drops_earned: 58,
      consecutive_days: 12,
      next_level: {
        level: 4,
        name: 'Pollinator',
        color: '#FFD700',
        min_successful_drops: 51,
        min_success_rate: null,
        min_consecutive_days: null,
        drops_to_go: 21,
      },
      progress: 30,
    });
  });

  test('returns no next level at the last one', async () => {
    const ada = await person();
    await setSenderStats(ada, { total_sent: 2_000, engagement_increases: 1_501 });
    await update(ada);
    const { current_badge, next_level, progress } = await badgeOf(ada);
    expect([current_badge.name, next_level, progress]).toEqual(['Hive Legend', null, 100]);
  });

  test('counts the streak until a day (UTC) without a drop', async () => {
    const ada = await person();
    await send({ from: ada, to: await person(), at: new Date('2026-12-09T23:59:59.999Z') });
    await send({ from: ada, to: await person(), at: new Date('2026-12-10T00:00:00.000Z') });
    await update(ada);
    expect((await badgeOf(ada)).consecutive_days).toBe(2);
    clock.set(new Date('2026-12-11T23:59:59.999Z'));
    expect((await badgeOf(ada)).consecutive_days).toBe(2);
    clock.advance(1);
    expect((await badgeOf(ada)).consecutive_days).toBe(0);
    expect((await update(ada)).body.badge).toMatchObject({ consecutive_days: 0, total_drops_sent: 2 });
  });

  test('updates with each sent drop and stores the first milestone', async () => {
    const [ada, ben] = [await renewed(await person()), await person()];
    const drop = { recipient_id: ben.id, drop_type: 'encouragement', content: 'Go on!' };
    for (const total_drops_sent of [1, 2]) {
      expect((await call(ada, 'POST', '/api/encouragement-drops/send', drop)).status).toBe(201);
      expect(await badgeOf(ada)).toEqual({ user_id: ada.id, ...FIRST, total_drops_sent, consecutive_days: 1 });
    }
    const { body } = await call(ada, 'GET', `${URL}/milestones`);
    expect(body.milestones).toMatchObject([{ badge: { name: 'Seedling' }, stats: { total_drops_sent: 1 } }]);
    expect(await milestonesOf(ben)).toEqual([]);
  });

  test('returns 401 without a token', async () => {
    expect((await call(null, 'GET', URL)).status).toBe(401);
  });
});

describe('GET /api/encouragement-drops/badge/:userId', () => {
  test('returns the same to all users, without email address and role', async () => {
    const [ada, ben, root] = [await person(), await person(), await app.superAdmin()];
    await setSenderStats(root, HUNDRED);
    await update(root);
    const own = await badgeOf(root);
    for (const reader of [ada, ben]) {
      const { status, body, text } = await call(await renewed(reader), 'GET', `${URL}/${root.id}`);
      expect([status, body.badge]).toEqual([200, own]);
      expect(text).not.toContain(root.email);
      expect(text).not.toMatch(/email|role|super_admin/);
    }
  });

  test('returns the first level for an id in capitals', async () => {
    const [ada, ben] = [await person(), await person()];
    const { body } = await call(await renewed(ada), 'GET', `${URL}/${ben.id.toUpperCase()}`);
    expect(body.badge).toEqual({ user_id: ben.id, ...FIRST });
  });

  test('returns 400 for an id that is not a UUID', async () => {
    expect((await call(await renewed(await person()), 'GET', `${URL}/abc`)).status).toBe(400);
  });

  test('returns 401 without a token', async () => {
    expect((await call(null, 'GET', `${URL}/${randomUUID()}`)).status).toBe(401);
  });

  test('returns 404 for unknown and inactive users', async () => {
    const [ada, gone] = [await person(), await person()];
    await setSenderStats(gone, HUNDRED);
    await deactivate(gone);
    for (const id of [randomUUID(), gone.id]) {
      const { status, body } = await call(await renewed(ada), 'GET', `${URL}/${id}`);
      expect([status, body.code]).toEqual([404, 'badge.user-not-found']);
    }
  });
});

describe('POST /api/encouragement-drops/badge/update', () => {
  test('recalculates the badge from the stats, idempotently', async () => {
    const ada = await person();
    await setSenderStats(ada, HUNDRED);
    const first = await update(ada);
    expect([first.status, first.body.badge]).toEqual([200, await badgeOf(ada)]);
    expect(first.body.badge).toMatchObject({ level: 3, total_drops_sent: 100 });
    const milestones = deps.db.selectFrom('badge_milestone').selectAll().where('user_id', '=', ada.id);
    const written = await milestones.execute();
    clock.advance(DAY / 24);
    expect((await update(ada)).body).toEqual(first.body);
    expect(await milestones.execute()).toEqual(written);
  });

  test('stores a milestone for each skipped level once', async () => {
    const ada = await person();
    await setSenderStats(ada, { total_sent: 500, engagement_increases: 5 });
    await update(ada);
    expect(await milestonesOf(ada)).toEqual(['Seedling']);
    await setSenderStats(ada, { total_sent: 500, engagement_increases: 151 });
    await update(ada);
    await update(ada);
    expect(await milestonesOf(ada)).toEqual(['Hive Keeper', 'Pollinator', 'Bloom', 'Sprout', 'Seedling']);
  });

  test('notifies of the highest new level once, and not of the first', async () => {
    const ada = await person();
    const inbox = async () => (await call(await renewed(ada), 'GET', '/api/notifications')).body.notifications;
    await setSenderStats(ada, { total_sent: 500, engagement_increases: 5 });
    await update(ada);
    expect(await inbox()).toEqual([]);
    await setSenderStats(ada, { total_sent: 500, engagement_increases: 151 });
    await update(ada);
    await update(ada);
    expect(await inbox()).toMatchObject([
      {
        kind: 'badge_reached',
        body: 'Your drops encourage others: you are now “Hive Keeper”.',
        data: { level: 5, badge_name: 'Hive Keeper' },
        target: { type: 'badge', id: '5' },
        actor: null,
      },
    ]);
  });

  test('checks rate and days of a definition and never lowers a level', async () => {
    const ada = await person();
    const demand = (values: { min_success_rate: number | null; min_consecutive_days: number | null }) =>
      deps.db.updateTable('badge_definition').set(values).where('level', '=', 3).execute();
    await demand({ min_success_rate: 33.4, min_consecutive_days: null });
    await setSenderStats(ada, HUNDRED);
    expect((await update(ada)).body.badge.level).toBe(2);
    await demand({ min_success_rate: 33.3, min_consecutive_days: 13 });
    expect((await update(ada)).body.badge).toMatchObject({ level: 2, progress: 100, next_level: { drops_to_go: 0 } });
    await demand({ min_success_rate: 33.3, min_consecutive_days: 12 });
    expect((await update(ada)).body.badge.level).toBe(3);
    clock.advance(DAY);
    await setSenderStats(ada, { ...HUNDRED, windows_ended: 100, last_sent_day: '2026-12-09' });
    expect((await update(ada)).body.badge).toMatchObject({ level: 3, success_rate: 20, consecutive_days: 0 });
    await demand({ min_success_rate: null, min_consecutive_days: null });
    expect(await milestonesOf(ada)).toEqual(['Bloom', 'Sprout', 'Seedling']);
  });

  test('stores nothing for a user without drops', async () => {
    const ada = await person();
    expect((await update(ada)).body.badge).toEqual({ user_id: ada.id, ...FIRST });
    const rows = await deps.db.selectFrom('badge').select('user_id').where('user_id', '=', ada.id).execute();
    expect([rows, await milestonesOf(ada), await findSenderStats(ada)]).toEqual([[], [], undefined]);
  });

  test('ignores the body', async () => {
    const ada = await person();
    const body = { level: 7, engagement_increases: 5_000, user_id: (await person()).id };
    expect((await call(await renewed(ada), 'POST', `${URL}/update`, body)).body.badge).toEqual({
      user_id: ada.id,
      ...FIRST,
    });
  });

  test('returns 401 without a token', async () => {
    expect((await call(null, 'POST', `${URL}/update`)).status).toBe(401);
  });
});

describe('POST /api/encouragement-drops/badges/bulk', () => {
  const BULK = '/api/encouragement-drops/badges/bulk';
  const bulk = async (user: Person, body: unknown) => call(await renewed(user), 'POST', BULK, body);

  test('returns badges by user id without unknown users', async () => {
    const [ada, ben, gone] = [await person(), await person(), await person()];
    await setSenderStats(ben, HUNDRED);
    await update(ben);
    await deactivate(gone);
    const user_ids = [ada.id, ben.id.toUpperCase(), ben.id, gone.id, randomUUID()];
    const { status, body, text } = await bulk(ada, { user_ids });
    expect([status, body]).toEqual([200, { badges: { [ada.id]: await badgeOf(ada), [ben.id]: await badgeOf(ben) } }]);
    expect(text).not.toMatch(/email|role|people\.test/);
  });

  test('accepts 0 to 100 ids', async () => {
    const ada = await person();
    const user_ids = [ada.id, ...Array.from({ length: 99 }, () => randomUUID())];
    expect(Object.keys((await bulk(ada, { user_ids })).body.badges)).toEqual([ada.id]);
    expect((await bulk(ada, { user_ids: [] })).body).toEqual({ badges: {} });
  });

  test.each([
    ['a hundred and one', { user_ids: Array.from({ length: 101 }, () => randomUUID()) }],
    ['what is no id', { user_ids: ['abc'] }],
    ['one that is no list', { user_ids: randomUUID() }],
    ['none at all', {}],
    ['no body', undefined],
  ])('returns 400 for %s', async (_what, body) => {
    expect((await bulk(await person(), body)).status).toBe(400);
  });

  test('returns 401 without a token', async () => {
    expect((await call(null, 'POST', BULK, { user_ids: [] })).status).toBe(401);
  });
});

describe('GET /api/encouragement-drops/badge/milestones', () => {
  test('returns the statistics of each milestone to all users', async () => {
    const [ada, ben] = [await person(), await person()];
    await setSenderStats(ada, { total_sent: 3, last_sent_day: '2026-12-10' });
    await update(ada);
    clock.advance(DAY);
    await setSenderStats(ada, { ...HUNDRED, engagement_increases: 20 });
    await update(ada);
    const stats = {
      total_drops_sent: 3,
      engagement_increases: 0,
      success_rate: 0,
      bonus_drops_earned: 0,
      consecutive_days: 1,
    };
    const { status, body, text } = await call(await renewed(ben), 'GET', `${URL}/milestones?user_id=${ada.id}`);
    expect([status, body]).toEqual([
      200,
      {
        milestones: [
          {
            user_id: ada.id,
            badge: { level: 2, name: 'Sprout', color: '#7CFC00' },
            achieved_at: '2026-12-11T12:00:00.000Z',
            stats: {
              total_drops_sent: 100,
              engagement_increases: 20,
              success_rate: 33.3,
              bonus_drops_earned: 58,
              consecutive_days: 0,
            },
          },
          {
            user_id: ada.id,
            badge: { level: 1, name: 'Seedling', color: '#90EE90' },
            achieved_at: NOON.toISOString(),
            stats,
          },
        ],
        next_cursor: null,
      },
    ]);
    expect(text).not.toMatch(/email|role|people\.test/);
    expect((await call(await renewed(ada), 'GET', `${URL}/milestones`)).body).toEqual(body);
    expect((await call(await renewed(ben), 'GET', `${URL}/milestones`)).body).toEqual({
      milestones: [],
      next_cursor: null,
    });
  });

  test.each(['user_id=abc', 'user_id=', `user_id=${randomUUID()}&user_id=${randomUUID()}`])(
    'returns 400 for %s',
    async (query) => {
      expect((await call(await renewed(await person()), 'GET', `${URL}/milestones?${query}`)).status).toBe(400);
    },
  );

  test('returns 401 without a token', async () => {
    expect((await call(null, 'GET', `${URL}/milestones`)).status).toBe(401);
  });

  test('returns 404 for an unknown user', async () => {
    const { status, body } = await call(
      await renewed(await person()),
      'GET',
      `${URL}/milestones?user_id=${randomUUID()}`,
    );
    expect([status, body.code]).toEqual([404, 'badge.user-not-found']);
  });
});

describe('GET /api/encouragement-drops/badge-definitions', () => {
  const DEFINITIONS = '/api/encouragement-drops/badge-definitions';

  test('lists the seven levels', async () => {
    const { status, body } = await call(await renewed(await person()), 'GET', DEFINITIONS);
    const none = { min_success_rate: null, min_consecutive_days: null };
    expect([status, body]).toEqual([
      200,
      {
        definitions: [
          { level: 1, name: 'Seedling', min_successful_drops: 0, color: '#90EE90', ...none },
          { level: 2, name: 'Sprout', min_successful_drops: 6, color: '#7CFC00', ...none },
          { level: 3, name: 'Bloom', min_successful_drops: 21, color: '#FF69B4', ...none },
          { level: 4, name: 'Pollinator', min_successful_drops: 51, color: '#FFD700', ...none },
          { level: 5, name: 'Hive Keeper', min_successful_drops: 151, color: '#FF8C00', ...none },
          { level: 6, name: 'Queen Bee', min_successful_drops: 501, color: '#9370DB', ...none },
          { level: 7, name: 'Hive Legend', min_successful_drops: 1501, color: '#FFD700', ...none },
        ],
        next_cursor: null,
      },
    ]);
  });

  test('returns 401 without a token', async () => {
    expect((await call(null, 'GET', DEFINITIONS)).status).toBe(401);
  });
});
