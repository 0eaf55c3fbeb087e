import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { countStatements } from '#test/count-statements.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { listGoals } from './goal.actions.ts';

const { person, superAdmin, call, deps, clock } = await startTestApp();

async function set(owner: Person, fields: object = {}) {
  const { status, body } = await call(owner, 'POST', '/api/goals', { title: 'A goal', ...fields });
  expect(status).toBe(201);
  return body.goal;
}

async function checkIn(owner: Person, goalId: string, fields: object = {}) {
  const { status, body } = await call(owner, 'POST', `/api/goals/${goalId}/check-ins`, {
    status: 'completed',
    ...fields,
  });
  expect(status).toBe(201);
  return body.check_in;
}

const rowOf = (id: string) => deps.db.selectFrom('goal').selectAll().where('id', '=', id).executeTakeFirst();

const rowsOf = (owner: Person) => deps.db.selectFrom('goal').selectAll().where('user_id', '=', owner.id).execute();

/** A body without what differs between two answers for the same reason. */
const withoutRequestId = ({ request_id: _, ...body }: Record<string, unknown>) => body;

/** Dates that there are not, or that are written in another way. */
const INVALID_DATES = [
  '2026-02-30',
  '2025-02-29',
  '2026-13-01',
  '2026-00-10',
  '0000-01-01',
  '1899-12-31',
  '10000-01-01',
  'infinity',
  'today',
  '2026-1-1',
  '2026-06-01T00:00:00Z',
  '',
];

/** Fields that no goal can have, for setting and for changing alike. */
const INVALID_FIELDS: { what: string; fields: object }[] = [
  { what: 'an empty title', fields: { title: '' } },
  { what: 'a title of 201 characters', fields: { title: 't'.repeat(201) } },
  { what: 'a title of null', fields: { title: null } },
  { what: 'a title that is a number', fields: { title: 1 } },
  { what: 'a title with a NUL character', fields: { title: 'a\u0000b' } },
  { what: 'a description of 2,001 characters', fields: { description: 'd'.repeat(2_001) } },
  { what: 'a description of null', fields: { description: null } },
  { what: 'a description that is a list', fields: { description: ['d'] } },
  { what: 'a target date that is a number', fields: { target_date: 20260601 } },
  { what: 'a target date that is true', fields: { target_date: true } },
  ...INVALID_DATES.map((target_date) => ({ what: `the date "${target_date}"`, fields: { target_date } })),
];

const WIDEST_FIELDS: { what: string; fields: object }[] = [
  { what: 'a title of 1 character', fields: { title: 't' } },
  { what: 'a title of 200 characters of four bytes', fields: { title: '🌻'.repeat(200) } },
  { what: 'no description', fields: { description: '' } },
  { what: 'a description of 2,000 characters of four bytes', fields: { description: '🌻'.repeat(2_000) } },
  { what: 'the first date', fields: { target_date: '1900-01-01' } },
  { what: 'the last date', fields: { target_date: '9999-12-31' } },
  { what: 'a leap day', fields: { target_date: '2028-02-29' } },
  { what: 'a date that is over', fields: { target_date: '2001-01-01' } },
  { what: 'no date', fields: { target_date: null } },
];

/** Read-only fields of a goal. */
const FOREIGN_KEYS = {
  id: '0a0a0a0a-1111-4222-8333-444444444444',
  user_id: '0a0a0a0a-1111-4222-8333-444444444444',
  created_at: '2001-01-01T00:00:00.000Z',
  updated_at: '2001-01-01T00:00:00.000Z',
  check_ins: [{ status: 'completed', notes: 'Not mine' }],
};

/** What each way to a goal answers those who do not own it: strangers, and super admins alike. */
async function expectNoWay(method: 'GET' | 'PUT' | 'DELETE', change?: object) {
  const [ada, ben, root] = await Promise.all([person(), person(), superAdmin()]);
  const goal = await set(ada);
  await checkIn(ada, goal.id);
  const before = await rowOf(goal.id);
  for (const stranger of [ben, root]) {
    const hidden = await call(stranger, method, `/api/goals/${goal.id}`, change);
    const unknown = await call(stranger, method, `/api/goals/${randomUUID()}`, change);
    expect([hidden.status, unknown.status]).toEqual([404, 404]);
    expect(hidden.body.code).toBe('goal.not-found');
    expect(withoutRequestId(hidden.body)).toEqual(withoutRequestId(unknown.body));
  }
  expect(await rowOf(goal.id)).toEqual(before);
  expect((await call(ada, 'GET', `/api/goals/${goal.id}`)).body.goal.check_ins).toHaveLength(1);
}

describe('GET /api/goals', () => {
  test('lists own goals, newest first, in pages without gaps or repeats', async () => {
    const ada = await person();
    const made: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      made.unshift((await set(ada)).id);
      clock.advance(1);
    }
    const listed: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { status, body } = await call(ada, 'GET', `/api/goals?limit=2${cursor && `&cursor=${cursor}`}`);
      expect(status).toBe(200);
      listed.push(...body.goals.map(({ id }: { id: string }) => id));
      cursor = body.next_cursor;
    }
    expect(listed).toEqual(made);
  });

  test('returns each goal as it was created, and none of other users, also to super admins', async () => {
    const [ada, ben, root] = await Promise.all([person(), person(), superAdmin()]);
    const goal = await set(ada, { description: 'Every day', target_date: '2027-01-01' });
    expect((await call(ada, 'GET', '/api/goals')).body).toEqual({ goals: [goal], next_cursor: null });
    for (const stranger of [ben, root]) {
      expect((await call(stranger, 'GET', '/api/goals')).body).toEqual({ goals: [], next_cursor: null });
    }
  });

  test('filters by status on each page', async () => {
    const ada = await person();
    const paused: string[] = [];
    for (let count = 0; count < 6; count += 1) {
      const { id } = await set(ada);
      if (count % 2 === 0) {
        await call(ada, 'PUT', `/api/goals/${id}`, { status: 'paused' });
        paused.unshift(id);
      }
      clock.advance(1);
    }
    const first = (await call(ada, 'GET', '/api/goals?status=paused&limit=2')).body;
    const second = (await call(ada, 'GET', `/api/goals?status=paused&limit=2&cursor=${first.next_cursor}`)).body;
    expect([...first.goals, ...second.goals].map(({ id }: { id: string }) => id)).toEqual(paused);
    expect(second.next_cursor).toBeNull();
    expect((await call(ada, 'GET', '/api/goals?status=active')).body.goals).toHaveLength(3);
    expect((await call(ada, 'GET', '/api/goals?status=abandoned')).body.goals).toEqual([]);
  });

  test.each([
    'limit=0',
    'limit=501',
    'limit=abc',
    'cursor=abc',
    'status=done',
    'status=',
    'status=active&status=paused',
  ])('returns 400 for %s', async (query) => {
    expect((await call(await person(), 'GET', `/api/goals?${query}`)).status).toBe(400);
  });

  test('returns 401 without a token', async () => {
    expect((await call(null, 'GET', '/api/goals')).status).toBe(401);
  });
});

describe('The check-ins of a goal', () => {
  type Status = 'completed' | 'partial' | 'missed' | 'skipped';
  const at = async (owner: Person, id: string, created: string, status: Status = 'completed') => {
    const now = clock.now();
    clock.set(new Date(created));
    await checkIn(owner, id, { status });
    clock.set(now);
  };
  const listed = async (owner: Person) => (await call(owner, 'GET', '/api/goals')).body.goals;

  /** Monday, 5 January 2026, ends in Honolulu at 10:00 UTC of the 6th. */
  async function ownerInHonolulu(): Promise<Person> {
    const ada = await person();
    await call(ada, 'PUT', '/api/user/profile', { preferences: { timezone: 'Pacific/Honolulu' } });
    return ada;
  }

  async function onTuesday<Result>(work: () => Promise<Result>): Promise<Result> {
    const before = clock.now();
    clock.set(new Date('2026-01-06T12:00:00Z'));
    try {
      return await work();
    } finally {
      clock.set(before);
    }
  }

  test.each([
    ['none', [], { done_this_week: false, streak: 0 }],
    ['today', ['2026-01-06T11:00Z'], { done_this_week: true, streak: 1 }],
    [
      'yesterday, and the two dates before',
      ['2026-01-06T09:00Z', '2026-01-04T12:00Z', '2026-01-03T12:00Z'],
      { done_this_week: true, streak: 3 },
    ],
    ['Sunday, by local time', ['2026-01-05T09:59Z'], { done_this_week: false, streak: 0 }],
    ['one date twice', ['2026-01-06T11:00Z', '2026-01-06T11:30Z'], { done_this_week: true, streak: 1 }],
    ['a gap', ['2026-01-06T11:00Z', '2026-01-04T11:00Z'], { done_this_week: true, streak: 1 }],
  ])('count by local date: %s', async (_what, times, expected) => {
    await onTuesday(async () => {
      const ada = await ownerInHonolulu();
      const { id } = await set(ada);
      for (const time of times) await at(ada, id, time);
      expect(await listed(ada)).toMatchObject([{ check_in_count: times.length, ...expected }]);
    });
  });

  test('do not count as done if missed or skipped, but as the last one', async () => {
    await onTuesday(async () => {
      const ada = await ownerInHonolulu();
      const { id } = await set(ada);
      await at(ada, id, '2026-01-06T11:00Z', 'missed');
      await at(ada, id, '2026-01-06T11:30Z', 'skipped');
      const last_check_in = { status: 'skipped', created_at: '2026-01-06T11:30:00.000Z' };
      expect(await listed(ada)).toMatchObject([{ check_in_count: 2, last_check_in, done_this_week: false, streak: 0 }]);
      await at(ada, id, '2026-01-06T11:45Z', 'partial');
      expect(await listed(ada)).toMatchObject([{ check_in_count: 3, done_this_week: true, streak: 1 }]);
    });
  });

  test('cost a list no statement more, whatever its length', async () => {
    const ada = await person();
    for (let number = 0; number < 5; number += 1) await checkIn(ada, (await set(ada)).id);
    const actor = { userId: ada.id } as Parameters<typeof listGoals>[1];
    for (const limit of [1, 5]) {
      const { db, count } = countStatements(deps.db);
      expect((await listGoals({ ...deps, db }, actor, { limit })).goals).toHaveLength(limit);
      expect(count()).toBe(1);
    }
  });
});

describe('GET /api/goals/:id', () => {
  test('returns the goal to its owner with its check-ins, newest first', async () => {
    const ada = await person();
    const goal = await set(ada);
    const first = await checkIn(ada, goal.id, { notes: 'At last' });
    clock.advance(1);
    const second = await checkIn(ada, goal.id, { status: 'missed' });
    await checkIn(ada, (await set(ada)).id);
    const { status, body } = await call(ada, 'GET', `/api/goals/${goal.id}`);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        goal: {
          ...goal,
          check_in_count: 2,
          last_check_in: {
            id: second.id,
            status: 'missed',
            check_in_date: second.check_in_date,
            created_at: second.created_at,
          },
          done_this_week: true,
          streak: 1,
          best_streak: 1,
          check_ins: [second, first],
          check_ins_next_cursor: null,
        },
      },
    });
  });

  test('returns at most 500 check-ins and a cursor for the others', async () => {
    const ada = await person();
    const goal = await set(ada);
    const rows = Array.from({ length: 501 }, (_, number) => ({
      id: deps.ids.next(),
      goal_id: goal.id,
      user_id: ada.id,
      status: 'completed' as const,
      notes: String(number),
      check_in_date: '2026-01-01',
      created_date: '2026-01-01',
      created_at: new Date(Date.UTC(2026, 0, 1, 0, 0, number)),
      updated_at: new Date(Date.UTC(2026, 0, 1, 0, 0, number)),
    }));
    await deps.db.insertInto('goal_check_in').values(rows).execute();
    const { check_ins, check_ins_next_cursor } = (await call(ada, 'GET', `/api/goals/${goal.id}`)).body.goal;
    expect(check_ins).toHaveLength(500);
    expect(check_ins[0].notes).toBe('500');
    const rest = await call(ada, 'GET', `/api/goals/${goal.id}/check-ins?cursor=${check_ins_next_cursor}`);
    expect(rest.body).toMatchObject({ check_ins: [{ notes: '0' }], next_cursor: null });
  });

  test('returns 400 for an id that is not a UUID', async () => {
    expect((await call(await person(), 'GET', '/api/goals/abc')).status).toBe(400);
  });

  test('returns 401 without a token', async () => {
    const { id } = await set(await person());
    expect((await call(null, 'GET', `/api/goals/${id}`)).status).toBe(401);
  });

  test("returns the same 404 for another user's goal as for an unknown one", () => expectNoWay('GET'));
});

describe('POST /api/goals', () => {
  test('returns 201 with the complete goal and stores it', async () => {
    const ada = await person();
    const fields = { title: 'Run', description: 'Before breakfast', target_date: '2027-02-28' };
    const { status, body } = await call(ada, 'POST', '/api/goals', fields);
    expect(status).toBe(201);
    const now = clock.now();
    const stored = { ...fields, user_id: ada.id, status: 'active' };
    expect(body).toEqual({
      goal: {
        ...stored,
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        check_in_count: 0,
        last_check_in: null,
        done_this_week: false,
        streak: 0,
        best_streak: 0,
        version: 1,
        created_at: now.toISOString(),
        updated_at: now.toISOString(),
      },
    });
    expect(await rowsOf(ada)).toMatchObject([{ ...stored, id: body.goal.id, created_at: now, updated_at: now }]);
  });

  test('accepts a title only', async () => {
    expect(await set(await person())).toMatchObject({ description: '', target_date: null, status: 'active' });
  });

  test.each(WIDEST_FIELDS)('201 takes $what, and gives it back unchanged', async ({ fields }) => {
    expect(await set(await person(), fields)).toMatchObject(fields);
  });

  test('ignores read-only fields and a status: a new goal is active', async () => {
    const ada = await person();
    const goal = await set(ada, { ...FOREIGN_KEYS, id: undefined, status: 'completed' });
    expect(goal).toMatchObject({ user_id: ada.id, status: 'active', created_at: clock.now().toISOString() });
    expect(await rowsOf(ada)).toMatchObject([{ id: goal.id, status: 'active', created_at: clock.now() }]);
    expect((await call(ada, 'GET', `/api/goals/${goal.id}`)).body.goal.check_ins).toEqual([]);
  });

  test.each([...INVALID_FIELDS, { what: 'no title', fields: { title: undefined } }])(
    'returns 400 for $what and stores nothing',
    async ({ fields }) => {
      const ada = await person();
      expect((await call(ada, 'POST', '/api/goals', { title: 'A goal', ...fields })).status).toBe(400);
      expect(await rowsOf(ada)).toEqual([]);
    },
  );

  test('returns 401 without a token, whatever the body', async () => {
    expect((await call(null, 'POST', '/api/goals', { title: '' })).status).toBe(401);
  });
});

describe('PUT /api/goals/:id', () => {
  test('changes the given fields, keeps the others and sets updated_at', async () => {
    const ada = await person();
    const before = await set(ada, { description: 'Kept', target_date: '2027-01-01' });
    clock.advance(60_000);
    const { status, body } = await call(ada, 'PUT', `/api/goals/${before.id}`, { title: 'Another title' });
    expect(status).toBe(200);
    expect(body).toEqual({
      goal: { ...before, version: 2, title: 'Another title', updated_at: clock.now().toISOString() },
    });
    expect(await rowOf(before.id)).toMatchObject({
      title: 'Another title',
      description: 'Kept',
      target_date: '2027-01-01',
      updated_at: clock.now(),
    });
  });

  test('clears the target date with null and keeps it if omitted', async () => {
    const ada = await person();
    const { id } = await set(ada, { target_date: '2027-01-01' });
    const change = async (fields: object) => (await call(ada, 'PUT', `/api/goals/${id}`, fields)).body.goal.target_date;
    expect(await change({ title: 'Still dated' })).toBe('2027-01-01');
    expect(await change({ target_date: null })).toBeNull();
    expect(await rowOf(id)).toMatchObject({ target_date: null });
    expect(await change({ target_date: '2028-02-29' })).toBe('2028-02-29');
  });

  test('changes to each status and back, and keeps its check-ins', async () => {
    const ada = await person();
    const { id } = await set(ada);
    await checkIn(ada, id);
    for (const status of ['completed', 'paused', 'abandoned', 'active']) {
      expect((await call(ada, 'PUT', `/api/goals/${id}`, { status })).body.goal.status).toBe(status);
      expect((await call(ada, 'GET', `/api/goals/${id}`)).body.goal).toMatchObject({ status, check_ins: [{}] });
    }
  });

  test.each(WIDEST_FIELDS)('200 takes $what, and gives it back unchanged', async ({ fields }) => {
    const ada = await person();
    const { id } = await set(ada);
    expect((await call(ada, 'PUT', `/api/goals/${id}`, fields)).body.goal).toMatchObject(fields);
  });

  test('ignores read-only fields in an update', async () => {
    const ada = await person();
    const before = await set(ada);
    const { status, body } = await call(ada, 'PUT', `/api/goals/${before.id}`, FOREIGN_KEYS);
    expect({ status, body }).toEqual({ status: 200, body: { goal: { ...before, version: 2 } } });
    expect((await call(ada, 'GET', `/api/goals/${before.id}`)).body.goal.check_ins).toEqual([]);
  });

  test.each([
    ...INVALID_FIELDS,
    { what: 'a status that there is not', fields: { status: 'done' } },
    { what: 'a status in capitals', fields: { status: 'ACTIVE' } },
    { what: 'a status of null', fields: { status: null } },
  ])('returns 400 for $what and changes nothing', async ({ fields }) => {
    const ada = await person();
    const { id } = await set(ada);
    const before = await rowOf(id);
    expect((await call(ada, 'PUT', `/api/goals/${id}`, { description: 'New', ...fields })).status).toBe(400);
    expect(await rowOf(id)).toEqual(before);
  });

  test('returns 400 for an id that is not a UUID', async () => {
    expect((await call(await person(), 'PUT', '/api/goals/abc', {})).status).toBe(400);
  });

  test('returns 401 without a token and changes nothing', async () => {
    const { id } = await set(await person());
    expect((await call(null, 'PUT', `/api/goals/${id}`, { title: 'Mine' })).status).toBe(401);
    expect(await rowOf(id)).toMatchObject({ title: 'A goal' });
  });

  test("returns the same 404 for another user's goal as for an unknown one, and changes nothing", () =>
    expectNoWay('PUT', { title: 'Mine', status: 'abandoned' }));
});

describe('DELETE /api/goals/:id', () => {
  test('deletes the goal and its check-ins, and nothing else', async () => {
    const ada = await person();
    const [goal, other] = [await set(ada), await set(ada)];
    const [gone, kept] = [await checkIn(ada, goal.id), await checkIn(ada, other.id)];
    const { status, body } = await call(ada, 'DELETE', `/api/goals/${goal.id}`);
    expect({ status, body }).toEqual({ status: 200, body: { message: expect.any(String) } });
    expect(await rowsOf(ada)).toMatchObject([{ id: other.id }]);
    const left = await deps.db.selectFrom('goal_check_in').select('id').where('id', 'in', [gone.id, kept.id]).execute();
    expect(left).toEqual([{ id: kept.id }]);
    expect((await call(ada, 'DELETE', `/api/goals/${goal.id}`)).status, 'a second time').toBe(404);
  });

  test('returns 400 for an id that is not a UUID', async () => {
    expect((await call(await person(), 'DELETE', '/api/goals/abc')).status).toBe(400);
  });

  test('returns 401 without a token and deletes nothing', async () => {
    const { id } = await set(await person());
    expect((await call(null, 'DELETE', `/api/goals/${id}`)).status).toBe(401);
    expect(await rowOf(id)).toBeDefined();
  });

  test("returns the same 404 for another user's goal as for an unknown one, and deletes nothing", () =>
    expectNoWay('DELETE'));
});
