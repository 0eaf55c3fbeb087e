import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Person, startTestApp } from '#test/start-test-app.ts';

const { person, superAdmin, call, deps, clock } = await startTestApp();

const PATH = '/api/action-notes';

const add = (caller: Person | null, fields: object = {}) =>
  call(caller, 'POST', PATH, { content: 'A walk', ...fields });

async function write(owner: Person, fields: object = {}) {
  const { status, body } = await add(owner, fields);
  expect(status).toBe(201);
  return body.action_note;
}

async function goalOf(owner: Person): Promise<string> {
  const { status, body } = await call(owner, 'POST', '/api/goals', { title: 'A goal' });
  expect(status).toBe(201);
  return body.goal.id;
}

const rowsOf = (owner: Person) =>
  deps.db.selectFrom('action_note').selectAll().where('user_id', '=', owner.id).execute();

const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);

/** A body without what differs between two answers for the same reason. */
const withoutRequestId = ({ request_id: _, ...body }: Record<string, unknown>) => body;

/** Fields that no note can have, for writing and for changing alike. */
const INVALID_FIELDS: { what: string; fields: object }[] = [
  { what: 'an empty content', fields: { content: '' } },
  { what: 'a content of 2,001 characters', fields: { content: 'c'.repeat(2_001) } },
  { what: 'a content of null', fields: { content: null } },
  { what: 'a content that is a list', fields: { content: ['A walk'] } },
  { what: 'a content with a NUL character', fields: { content: 'a\u0000b' } },
  { what: 'a goal that is no UUID', fields: { goal_id: 'goal' } },
  { what: 'a goal that is empty', fields: { goal_id: '' } },
  { what: 'a goal that is true', fields: { goal_id: true } },
  { what: 'a goal that is a list', fields: { goal_id: [randomUUID()] } },
];

const WIDEST_FIELDS: { what: string; fields: object }[] = [
  { what: 'a content of 1 character', fields: { content: 'c' } },
  { what: 'a content of 2,000 characters of four bytes', fields: { content: '🌻'.repeat(2_000) } },
  { what: 'no goal', fields: { goal_id: null } },
];

/** Read-only fields of a note. */
const FOREIGN_KEYS = {
  id: '0a0a0a0a-1111-4222-8333-444444444444',
  user_id: '0a0a0a0a-1111-4222-8333-444444444444',
  created_at: '2001-01-01T00:00:00.000Z',
  updated_at: '2001-01-01T00:00:00.000Z',
};

describe('GET /api/action-notes', () => {
  test('lists own notes, newest first, in pages without gaps or repeats', async () => {
    const ada = await person();
    const made: object[] = [];
    for (let count = 0; count < 5; count += 1) {
      made.unshift(await write(ada, { content: String(count) }));
      clock.advance(1);
    }
    const listed: object[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { status, body } = await call(ada, 'GET', `${PATH}?limit=2${cursor && `&cursor=${cursor}`}`);
      expect(status).toBe(200);
      listed.push(...body.action_notes);
      cursor = body.next_cursor;
    }
    expect(listed).toEqual(made);
  });

  test('returns nothing of other users, also to super admins', async () => {
    const [ada, ben, root] = await Promise.all([person(), person(), superAdmin()]);
    await write(ada);
    for (const stranger of [ben, root]) {
      expect((await call(stranger, 'GET', PATH)).body).toEqual({ action_notes: [], next_cursor: null });
    }
  });

  test.each(['limit=0', 'limit=501', 'limit=abc', 'cursor=abc'])('returns 400 for %s', async (query) => {
    expect((await call(await person(), 'GET', `${PATH}?${query}`)).status).toBe(400);
  });

  test('returns 401 without a token', async () => {
    expect((await call(null, 'GET', PATH)).status).toBe(401);
  });
});

describe('POST /api/action-notes', () => {
  test('returns 201 with the complete note and stores it', async () => {
    const ada = await person();
    const fields = { content: 'Ran', goal_id: await goalOf(ada) };
    const { status, body } = await add(ada, fields);
    expect(status).toBe(201);
    const now = clock.now();
    expect(body).toEqual({
      action_note: {
        ...fields,
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        user_id: ada.id,
        note_date: now.toISOString().slice(0, 10),
        created_at: now.toISOString(),
        updated_at: now.toISOString(),
      },
    });
    const stored = { ...fields, id: body.action_note.id, user_id: ada.id, created_at: now, updated_at: now };
    expect(await rowsOf(ada)).toMatchObject([stored]);
  });

  test('accepts a content only', async () => {
    expect(await write(await person())).toMatchObject({ content: 'A walk', goal_id: null });
  });

  test.each(WIDEST_FIELDS)('201 takes $what, and gives it back unchanged', async ({ fields }) => {
    expect(await write(await person(), fields)).toMatchObject(fields);
  });

  test('ignores read-only fields', async () => {
    const ada = await person();
    const note = await write(ada, FOREIGN_KEYS);
    expect(note).toMatchObject({ user_id: ada.id, created_at: clock.now().toISOString() });
    expect(await rowsOf(ada)).toMatchObject([{ id: note.id, created_at: clock.now(), updated_at: clock.now() }]);
    expect(note.id).not.toBe(FOREIGN_KEYS.id);
  });

  test.each([...INVALID_FIELDS, { what: 'no content', fields: { content: undefined } }])(
    'returns 400 for $what and stores nothing',
    async ({ fields }) => {
      const ada = await person();
      expect((await add(ada, fields)).status).toBe(400);
      expect(await rowsOf(ada)).toEqual([]);
    },
  );

  test("returns the same 400 for another user's goal as for an unknown one, and stores nothing", async () => {
    const [ada, ben, root] = await Promise.all([person(), person(), superAdmin()]);
    const goal_id = await goalOf(ada);
    for (const stranger of [ben, root]) {
      const [hidden, unknown] = [await add(stranger, { goal_id }), await add(stranger, { goal_id: randomUUID() })];
      expect([hidden.status, unknown.status]).toEqual([400, 400]);
      expect(hidden.body.code).toBe('action-note.goal-not-yours');
      expect(withoutRequestId(hidden.body)).toEqual(withoutRequestId(unknown.body));
      expect(await rowsOf(stranger)).toEqual([]);
    }
  });

  test('returns 401 without a token, whatever the body', async () => {
    expect((await add(null, { content: '' })).status).toBe(401);
  });
});

describe('PUT /api/action-notes/:id', () => {
  const change = (caller: Person | null, id: string, fields: object) => call(caller, 'PUT', `${PATH}/${id}`, fields);

  test('changes the given fields, keeps the others and sets updated_at', async () => {
    const ada = await person();
    const before = await write(ada, { goal_id: await goalOf(ada) });
    clock.advance(60_000);
    const { status, body } = await change(ada, before.id, { content: 'A run' });
    expect(status).toBe(200);
    expect(body).toEqual({ action_note: { ...before, content: 'A run', updated_at: clock.now().toISOString() } });
    expect(await rowsOf(ada)).toMatchObject([{ content: 'A run', goal_id: before.goal_id, updated_at: clock.now() }]);
  });

  test('changes the goal, and removes it with null', async () => {
    const ada = await person();
    const [goal, other] = [await goalOf(ada), await goalOf(ada)];
    const { id } = await write(ada, { goal_id: goal });
    for (const goal_id of [other, null, goal]) {
      expect((await change(ada, id, { goal_id })).body.action_note).toMatchObject({ content: 'A walk', goal_id });
      expect(await rowsOf(ada)).toMatchObject([{ goal_id }]);
    }
  });

  test('keeps a note without a goal after its goal is deleted', async () => {
    const ada = await person();
    const [goal_id, other] = [await goalOf(ada), await goalOf(ada)];
    const [left, kept] = [await write(ada, { goal_id }), await write(ada, { goal_id: other })];
    expect((await call(ada, 'DELETE', `/api/goals/${goal_id}`)).status).toBe(200);
    const { body } = await call(ada, 'GET', PATH);
    expect(body.action_notes.toSorted(byId)).toEqual([{ ...left, goal_id: null }, kept].toSorted(byId));
    expect((await change(ada, left.id, { content: 'Still there' })).body.action_note.goal_id).toBeNull();
  });

  test.each(WIDEST_FIELDS)('200 takes $what, and gives it back unchanged', async ({ fields }) => {
    const ada = await person();
    const { id } = await write(ada);
    expect((await change(ada, id, fields)).body.action_note).toMatchObject(fields);
  });

  test('ignores read-only fields in an update', async () => {
    const ada = await person();
    const before = await write(ada);
    const { status, body } = await change(ada, before.id, FOREIGN_KEYS);
    expect({ status, body }).toEqual({ status: 200, body: { action_note: before } });
  });

  test.each(INVALID_FIELDS)('returns 400 for $what and changes nothing', async ({ fields }) => {
    const ada = await person();
    const { id } = await write(ada);
    const before = await rowsOf(ada);
    expect((await change(ada, id, { content: 'Another', ...fields })).status).toBe(400);
    expect(await rowsOf(ada)).toEqual(before);
  });

  test("returns the same 400 for another user's goal as for an unknown one, and changes nothing", async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const { id } = await write(ben);
    const hidden = await change(ben, id, { content: 'Another', goal_id: await goalOf(ada) });
    const unknown = await change(ben, id, { content: 'Another', goal_id: randomUUID() });
    expect([hidden.status, unknown.status]).toEqual([400, 400]);
    expect(hidden.body.code).toBe('action-note.goal-not-yours');
    expect(withoutRequestId(hidden.body)).toEqual(withoutRequestId(unknown.body));
    expect(await rowsOf(ben)).toMatchObject([{ content: 'A walk', goal_id: null }]);
  });

  test('returns 400 for an id that is not a UUID', async () => {
    expect((await change(await person(), 'abc', {})).status).toBe(400);
  });

  test('returns 401 without a token and changes nothing', async () => {
    const ada = await person();
    const { id } = await write(ada);
    expect((await change(null, id, { content: 'Mine' })).status).toBe(401);
    expect(await rowsOf(ada)).toMatchObject([{ content: 'A walk' }]);
  });

  test("returns the same 404 for another user's note as for an unknown one, and changes nothing", async () => {
    const [ada, ben, root] = await Promise.all([person(), person(), superAdmin()]);
    const { id } = await write(ada);
    for (const stranger of [ben, root]) {
      const hidden = await change(stranger, id, { content: 'Mine' });
      const unknown = await change(stranger, randomUUID(), { content: 'Mine' });
      expect([hidden.status, unknown.status]).toEqual([404, 404]);
      expect(withoutRequestId(hidden.body)).toEqual(withoutRequestId(unknown.body));
    }
    expect(await rowsOf(ada)).toMatchObject([{ content: 'A walk' }]);
  });
});

describe('DELETE /api/action-notes/:id', () => {
  const remove = (caller: Person | null, id: string) => call(caller, 'DELETE', `${PATH}/${id}`);

  test('deletes the note and no other', async () => {
    const ada = await person();
    const [gone, kept] = [await write(ada), await write(ada)];
    const { status, body } = await remove(ada, gone.id);
    expect({ status, body }).toEqual({ status: 200, body: { message: expect.any(String) } });
    expect(await rowsOf(ada)).toMatchObject([{ id: kept.id }]);
    expect((await remove(ada, gone.id)).status, 'a second time').toBe(404);
  });

  test('returns 400 for an id that is not a UUID', async () => {
    expect((await remove(await person(), 'abc')).status).toBe(400);
  });

  test('returns 401 without a token and deletes nothing', async () => {
    const ada = await person();
    const { id } = await write(ada);
    expect((await remove(null, id)).status).toBe(401);
    expect(await rowsOf(ada)).toHaveLength(1);
  });

  test("returns the same 404 for another user's note as for an unknown one, and deletes nothing", async () => {
    const [ada, ben, root] = await Promise.all([person(), person(), superAdmin()]);
    const { id } = await write(ada);
    for (const stranger of [ben, root]) {
      const [hidden, unknown] = [await remove(stranger, id), await remove(stranger, randomUUID())];
      expect([hidden.status, unknown.status]).toEqual([404, 404]);
      expect(withoutRequestId(hidden.body)).toEqual(withoutRequestId(unknown.body));
    }
    expect(await rowsOf(ada)).toHaveLength(1);
  });
});

describe('PATCH /api/action-notes/:id', () => {
  test('changes the given fields and keeps the others, as PUT does', async () => {
    const [ada, ben] = [await person(), await person()];
    const before = await write(ada, { goal_id: await goalOf(ada) });
    const { status, body } = await call(ada, 'PATCH', `${PATH}/${before.id}`, { note_date: '2001-02-03' });
    expect({ status, body }).toEqual({ status: 200, body: { action_note: { ...before, note_date: '2001-02-03' } } });
    expect((await call(ada, 'PATCH', `${PATH}/${before.id}`, { content: '' })).status).toBe(400);
    expect((await call(ben, 'PATCH', `${PATH}/${before.id}`, { content: 'Mine' })).status).toBe(404);
    expect((await call(null, 'PATCH', `${PATH}/${before.id}`, { content: 'Mine' })).status).toBe(401);
  });
});

describe('The date of a note', () => {
  test.each([
    ['today by default', undefined, '2027-01-01'],
    ['the first date', '1900-01-01', '1900-01-01'],
    ['tomorrow at UTC+14', '2027-01-02', '2027-01-02'],
    ['the day after', '2027-01-03', null],
    ['a date before 1900', '1899-12-31', null],
  ])('%s', async (_what, note_date, stored) => {
    const before = clock.now();
    clock.set(new Date('2026-12-31T10:30:00Z'));
    const ada = await person();
    await call(ada, 'PUT', '/api/user/profile', { preferences: { timezone: 'Pacific/Kiritimati' } });
    const { status, body } = await add(ada, { note_date });
    expect(status).toBe(stored === null ? 400 : 201);
    if (stored !== null) expect(body.action_note.note_date).toBe(stored);
    if (note_date === '2027-01-03') {
      const { id } = await write(ada);
      expect(body.code).toBe('action-note.date-out-of-range');
      const changed = await call(ada, 'PATCH', `${PATH}/${id}`, { note_date });
      expect(changed).toMatchObject({ status: 400, body: { code: 'action-note.date-out-of-range' } });
    }
    clock.set(before);
  });

  test('is what from and to filter by, inclusively', async () => {
    const ada = await person();
    for (const note_date of ['2026-03-01', '2026-03-02', '2026-03-03']) await write(ada, { note_date });
    const datesOf = async (query: string) =>
      (await call(ada, 'GET', `${PATH}?${query}`)).body.action_notes
        .map(({ note_date }: { note_date: string }) => note_date)
        .toSorted();
    expect(await datesOf('from=2026-03-02')).toEqual(['2026-03-02', '2026-03-03']);
    expect(await datesOf('to=2026-03-02')).toEqual(['2026-03-01', '2026-03-02']);
    expect(await datesOf('from=2026-03-02&to=2026-03-02')).toEqual(['2026-03-02']);
    expect(await datesOf('from=2026-03-04')).toEqual([]);
    expect((await call(ada, 'GET', `${PATH}?from=yesterday`)).status).toBe(400);
  });
});

describe('GET /api/action-notes?goal_id', () => {
  test('lists own notes of the goal', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const { goal } = (await call(ada, 'POST', '/api/goals', { title: 'Run' })).body;
    const other = (await call(ada, 'POST', '/api/goals', { title: 'Swim' })).body.goal;
    for (const goal_id of [goal.id, other.id, null]) {
      expect((await call(ada, 'POST', '/api/action-notes', { content: 'Shoes on', goal_id })).status).toBe(201);
    }
    const goalsOf = async (caller: Person, goalId: string) => {
      const { status, body } = await call(caller, 'GET', `/api/action-notes?goal_id=${goalId}`);
      expect(status).toBe(200);
      return body.action_notes.map(({ goal_id }: { goal_id: string }) => goal_id);
    };
    expect(await goalsOf(ada, goal.id)).toEqual([goal.id]);
    expect(await goalsOf(ada, ada.id)).toEqual([]);
    expect(await goalsOf(ben, goal.id)).toEqual([]);
    expect((await call(ada, 'GET', '/api/action-notes?goal_id=run')).status).toBe(400);
  });
});
