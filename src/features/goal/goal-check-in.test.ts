import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Person, startTestApp } from '#test/start-test-app.ts';

const { person, superAdmin, call, deps, clock } = await startTestApp();

async function goalOf(owner: Person): Promise<string> {
  const { status, body } = await call(owner, 'POST', '/api/goals', { title: 'A goal' });
  expect(status).toBe(201);
  return body.goal.id;
}

const add = (caller: Person | null, goalId: string, fields: object = {}) =>
  call(caller, 'POST', `/api/goals/${goalId}/check-ins`, { status: 'completed', ...fields });

async function checkIn(owner: Person, goalId: string, fields: object = {}) {
  const { status, body } = await add(owner, goalId, fields);
  expect(status).toBe(201);
  return body.check_in;
}

const rowsOf = (goalId: string) =>
  deps.db.selectFrom('goal_check_in').selectAll().where('goal_id', '=', goalId).execute();

/** A body without what differs between two answers for the same reason. */
const withoutRequestId = ({ request_id: _, ...body }: Record<string, unknown>) => body;

/** Expects the same response for another user's goal as for an unknown one, without an effect. */
async function expectNoWay(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  tail: (checkInId: string) => string,
  body?: object,
) {
  const [ada, ben, root] = await Promise.all([person(), person(), superAdmin()]);
  const goalId = await goalOf(ada);
  const { id } = await checkIn(ada, goalId);
  const before = await rowsOf(goalId);
  for (const stranger of [ben, root]) {
    const hidden = await call(stranger, method, `/api/goals/${goalId}/check-ins${tail(id)}`, body);
    const unknown = await call(stranger, method, `/api/goals/${randomUUID()}/check-ins${tail(id)}`, body);
    expect([hidden.status, unknown.status]).toEqual([404, 404]);
    expect(hidden.body.code).toBe('goal.not-found');
    expect(withoutRequestId(hidden.body)).toEqual(withoutRequestId(unknown.body));
  }
  expect(await rowsOf(goalId)).toEqual(before);
}

describe('GET /api/goals/:id/check-ins', () => {
  test('lists the check-ins of this goal only, newest first, in pages without gaps or repeats', async () => {
    const ada = await person();
    const [goalId, other] = [await goalOf(ada), await goalOf(ada)];
    const made: object[] = [];
    for (let count = 0; count < 5; count += 1) {
      made.unshift(await checkIn(ada, goalId, { notes: String(count) }));
      await checkIn(ada, other);
      clock.advance(1);
    }
    const listed: object[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const query = `?limit=2${cursor && `&cursor=${cursor}`}`;
      const { status, body } = await call(ada, 'GET', `/api/goals/${goalId}/check-ins${query}`);
      expect(status).toBe(200);
      listed.push(...body.check_ins);
      cursor = body.next_cursor;
    }
    expect(listed).toEqual(made);
  });

  test('returns an empty list for a goal without check-ins', async () => {
    const ada = await person();
    const { body } = await call(ada, 'GET', `/api/goals/${await goalOf(ada)}/check-ins`);
    expect(body).toEqual({ check_ins: [], next_cursor: null });
  });

  test.each(['limit=0', 'limit=501', 'limit=1.5', 'cursor=abc'])('returns 400 for %s', async (query) => {
    const ada = await person();
    expect((await call(ada, 'GET', `/api/goals/${await goalOf(ada)}/check-ins?${query}`)).status).toBe(400);
  });

  test('returns 400 for an id that is not a UUID', async () => {
    expect((await call(await person(), 'GET', '/api/goals/abc/check-ins')).status).toBe(400);
  });

  test('returns 401 without a token', async () => {
    expect((await call(null, 'GET', `/api/goals/${await goalOf(await person())}/check-ins`)).status).toBe(401);
  });

  test("returns the same 404 for another user's goal as for an unknown one", () => expectNoWay('GET', () => ''));
});

describe('POST /api/goals/:id/check-ins', () => {
  test.each(['completed', 'partial', 'missed', 'skipped'])('201 takes %s, answers it and stores it', async (status) => {
    const ada = await person();
    const goalId = await goalOf(ada);
    const response = await add(ada, goalId, { status, notes: 'As it went' });
    expect(response.status).toBe(201);
    const stored = { goal_id: goalId, status, notes: 'As it went' };
    expect(response.body).toEqual({
      check_in: {
        ...stored,
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        check_in_date: clock.now().toISOString().slice(0, 10),
        version: 1,
        created_at: clock.now().toISOString(),
        updated_at: clock.now().toISOString(),
      },
    });
    expect(await rowsOf(goalId)).toMatchObject([{ ...stored, id: response.body.check_in.id, created_at: clock.now() }]);
  });

  test('accepts a status only, and several check-ins at the same instant', async () => {
    const ada = await person();
    const goalId = await goalOf(ada);
    expect(await checkIn(ada, goalId)).toMatchObject({ status: 'completed', notes: '' });
    await checkIn(ada, goalId);
    expect(await rowsOf(goalId)).toHaveLength(2);
  });

  test.each(['completed', 'paused', 'abandoned'])('201 takes one for a goal that is %s', async (status) => {
    const ada = await person();
    const goalId = await goalOf(ada);
    await call(ada, 'PUT', `/api/goals/${goalId}`, { status });
    await checkIn(ada, goalId);
    expect(await rowsOf(goalId)).toHaveLength(1);
    expect((await call(ada, 'GET', `/api/goals/${goalId}`)).body.goal.status).toBe(status);
  });

  test('accepts notes of 2,000 four-byte characters and returns them unchanged', async () => {
    const ada = await person();
    const notes = '🌻'.repeat(2_000);
    expect(await checkIn(ada, await goalOf(ada), { notes })).toMatchObject({ notes });
  });

  test('ignores read-only fields', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const [goalId, bens] = [await goalOf(ada), await goalOf(ben)];
    const added = await checkIn(ada, goalId, {
      goal_id: bens,
      user_id: ben.id,
      created_at: '2001-01-01T00:00:00Z',
    });
    expect(added).toMatchObject({ goal_id: goalId, created_at: clock.now().toISOString() });
    expect(await rowsOf(bens)).toEqual([]);
  });

  test.each([
    { what: 'no status', fields: { status: undefined } },
    { what: 'a status that there is not', fields: { status: 'done' } },
    { what: 'a status of goals', fields: { status: 'active' } },
    { what: 'a status of null', fields: { status: null } },
    { what: 'a status that is a list', fields: { status: ['completed'] } },
    { what: 'notes of 2,001 characters', fields: { notes: 'n'.repeat(2_001) } },
    { what: 'notes of null', fields: { notes: null } },
    { what: 'notes that are a number', fields: { notes: 1 } },
    { what: 'notes with a NUL character', fields: { notes: 'a\u0000b' } },
  ])('returns 400 for $what and stores nothing', async ({ fields }) => {
    const ada = await person();
    const goalId = await goalOf(ada);
    expect((await add(ada, goalId, fields)).status).toBe(400);
    expect(await rowsOf(goalId)).toEqual([]);
  });

  test('returns 400 for an id that is not a UUID', async () => {
    expect((await add(await person(), 'abc')).status).toBe(400);
  });

  test('returns 401 without a token and stores nothing', async () => {
    const goalId = await goalOf(await person());
    expect((await add(null, goalId)).status).toBe(401);
    expect(await rowsOf(goalId)).toEqual([]);
  });

  test("returns the same 404 for another user's goal as for an unknown one, and stores nothing", () =>
    expectNoWay('POST', () => '', { status: 'completed' }));
});

describe('GET /api/goals/check-ins', () => {
  const list = (caller: Person | null, query = '') => call(caller, 'GET', `/api/goals/check-ins${query}`);

  test('lists own check-ins of all goals, newest first, in pages', async () => {
    const [ada, ben] = [await person(), await person()];
    const goals = [await goalOf(ada), await goalOf(ada)];
    await checkIn(ben, await goalOf(ben));
    expect((await list(ada)).body).toEqual({ check_ins: [], next_cursor: null });
    const made: object[] = [];
    for (const goalId of [...goals, ...goals]) {
      made.unshift(await checkIn(ada, goalId));
      clock.advance(1);
    }
    const first = (await list(ada, '?limit=3')).body;
    const second = (await list(ada, `?limit=3&cursor=${first.next_cursor}`)).body;
    expect([...first.check_ins, ...second.check_ins]).toEqual(made);
    expect(second.next_cursor).toBeNull();
  });

  test.each(['limit=0', 'cursor=abc', 'updated_since=today'])('returns 400 for %s', async (query) => {
    expect((await list(await person(), `?${query}`)).status).toBe(400);
  });

  test('returns 401 without a token', async () => {
    expect((await list(null)).status).toBe(401);
  });
});

describe('The date of a check-in', () => {
  const ZONED = { preferences: { timezone: 'Pacific/Kiritimati' } };
  const readGoal = async (owner: Person, id: string) => (await call(owner, 'GET', `/api/goals/${id}`)).body.goal;

  test('is today in the time zone of the user, and stays when that changes', async () => {
    const before = clock.now();
    clock.set(new Date('2026-12-31T10:30:00Z'));
    const ada = await person();
    const goalId = await goalOf(ada);
    await call(ada, 'PUT', '/api/user/profile', ZONED);
    const { id } = await checkIn(ada, goalId);
    await call(ada, 'PUT', '/api/user/profile', { preferences: { timezone: 'UTC' } });
    const { body } = await call(ada, 'GET', `/api/goals/${goalId}/check-ins`);
    expect(body.check_ins).toMatchObject([{ id, check_in_date: '2027-01-01' }]);
    clock.set(before);
  });

  test.each([
    ['the first date', '1900-01-01', 201],
    ['tomorrow at UTC+14', '2027-01-02', 201],
    ['the day after', '2027-01-03', 400],
    ['a date before 1900', '1899-12-31', 400],
    ['a date that does not exist', '2026-02-30', 400],
  ])('%s', async (_what, check_in_date, status) => {
    const before = clock.now();
    clock.set(new Date('2026-12-31T10:30:00Z'));
    const ada = await person();
    const goalId = await goalOf(ada);
    await call(ada, 'PUT', '/api/user/profile', ZONED);
    const added = await add(ada, goalId, { check_in_date });
    expect(added.status).toBe(status);
    const { id } = await checkIn(ada, goalId);
    const changed = await call(ada, 'PATCH', `/api/goals/${goalId}/check-ins/${id}`, { check_in_date });
    expect(changed.status).toBe(status === 201 ? 200 : 400);
    if (check_in_date === '2027-01-03') expect(changed.body.code).toBe('goal.check-in-date-out-of-range');
    clock.set(before);
  });

  test('decides the streak, the week, the last check-in and whether the goal is due', async () => {
    const before = clock.now();
    // A Sunday.
    clock.set(new Date('2026-01-11T12:00:00Z'));
    const ada = await person();
    const goalId = await goalOf(ada);
    const isDue = async () => {
      const { goals_due, goals_done } = (await call(ada, 'GET', '/api/today')).body;
      expect(goals_due.length + goals_done.length).toBe(1);
      return goals_due.length === 1;
    };
    const next = await checkIn(ada, goalId, { check_in_date: '2026-01-12' });
    expect(await readGoal(ada, goalId)).toMatchObject({ streak: 0, done_this_week: false });
    expect(await isDue()).toBe(true);
    await checkIn(ada, goalId, { check_in_date: '2026-01-11' });
    const third = await checkIn(ada, goalId, { check_in_date: '2026-01-08' });
    expect(await readGoal(ada, goalId)).toMatchObject({ streak: 1, done_this_week: true });
    expect(await isDue()).toBe(false);
    clock.advance(1_000);
    await checkIn(ada, goalId, { check_in_date: '2026-01-10' });
    const path = `/api/goals/${goalId}/check-ins/${third.id}`;
    expect((await call(ada, 'PATCH', path, { check_in_date: '2026-01-09' })).body.check_in).toMatchObject({
      check_in_date: '2026-01-09',
      status: 'completed',
      version: 2,
    });
    const last_check_in = { id: next.id, check_in_date: '2026-01-12' };
    expect(await readGoal(ada, goalId)).toMatchObject({ streak: 3, best_streak: 3, check_in_count: 4, last_check_in });
    clock.set(before);
  });
});

describe('PATCH /api/goals/:id/check-ins/:checkInId', () => {
  const change = (caller: Person | null, goalId: string, id: string, fields: object) =>
    call(caller, 'PATCH', `/api/goals/${goalId}/check-ins/${id}`, fields);

  test('changes the given fields and keeps the others', async () => {
    const ada = await person();
    const goalId = await goalOf(ada);
    const before = await checkIn(ada, goalId, { notes: 'Slow' });
    clock.advance(1_000);
    const { status, body } = await change(ada, goalId, before.id, { status: 'missed' });
    expect(status).toBe(200);
    const updated_at = clock.now().toISOString();
    expect(body.check_in).toEqual({ ...before, status: 'missed', version: 2, updated_at });
    expect(await rowsOf(goalId)).toMatchObject([{ status: 'missed', notes: 'Slow' }]);
  });

  test.each([{ status: 'done' }, { status: null }, { notes: 'n'.repeat(2_001) }, { check_in_date: '' }])(
    'returns 400 for %j',
    async (fields) => {
      const ada = await person();
      const goalId = await goalOf(ada);
      const { id } = await checkIn(ada, goalId);
      expect((await change(ada, goalId, id, fields)).status).toBe(400);
    },
  );

  test('returns 401 without a token, and 404 for a check-in of another goal', async () => {
    const ada = await person();
    const [goalId, other] = [await goalOf(ada), await goalOf(ada)];
    const { id } = await checkIn(ada, other);
    expect((await change(null, other, id, { notes: 'Mine' })).status).toBe(401);
    const elsewhere = await change(ada, goalId, id, { notes: 'Mine' });
    expect(elsewhere).toMatchObject({ status: 404, body: { code: 'goal.check-in-not-found' } });
  });

  test("returns the same 404 for another user's goal as for an unknown one, and changes nothing", () =>
    expectNoWay('PATCH', (id) => `/${id}`, { notes: 'Mine' }));
});

describe('DELETE /api/goals/:id/check-ins/:checkInId', () => {
  const remove = (caller: Person | null, goalId: string, id: string) =>
    call(caller, 'DELETE', `/api/goals/${goalId}/check-ins/${id}`);

  test('deletes the check-in and no other', async () => {
    const ada = await person();
    const goalId = await goalOf(ada);
    const [gone, kept] = [await checkIn(ada, goalId), await checkIn(ada, goalId)];
    const { status, body } = await remove(ada, goalId, gone.id);
    expect({ status, body }).toEqual({ status: 200, body: { message: expect.any(String) } });
    expect(await rowsOf(goalId)).toMatchObject([{ id: kept.id }]);
    expect((await remove(ada, goalId, gone.id)).status, 'a second time').toBe(404);
  });

  test('returns 400 for ids that are not UUIDs', async () => {
    const ada = await person();
    const goalId = await goalOf(ada);
    const { id } = await checkIn(ada, goalId);
    expect((await remove(ada, goalId, 'abc')).status).toBe(400);
    expect((await remove(ada, 'abc', id)).status).toBe(400);
    expect(await rowsOf(goalId)).toHaveLength(1);
  });

  test('returns 401 without a token and deletes nothing', async () => {
    const ada = await person();
    const goalId = await goalOf(ada);
    const { id } = await checkIn(ada, goalId);
    expect((await remove(null, goalId, id)).status).toBe(401);
    expect(await rowsOf(goalId)).toHaveLength(1);
  });

  test('returns 404 for a check-in of another goal of the same owner', async () => {
    const ada = await person();
    const [goalId, other] = [await goalOf(ada), await goalOf(ada)];
    const { id } = await checkIn(ada, other);
    const elsewhere = await remove(ada, goalId, id);
    const unknown = await remove(ada, goalId, randomUUID());
    expect([elsewhere.status, unknown.status]).toEqual([404, 404]);
    expect(elsewhere.body.code).toBe('goal.check-in-not-found');
    expect(withoutRequestId(elsewhere.body)).toEqual(withoutRequestId(unknown.body));
    expect(await rowsOf(other)).toHaveLength(1);
  });

  test("returns 404 for another user's check-in below an own goal", async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const [adas, bens] = [await goalOf(ada), await goalOf(ben)];
    const { id } = await checkIn(ada, adas);
    expect((await remove(ben, bens, id)).status).toBe(404);
    expect(await rowsOf(adas)).toHaveLength(1);
  });

  test("returns the same 404 for another user's goal as for an unknown one, and deletes nothing", () =>
    expectNoWay('DELETE', (id) => `/${id}`));
});
