import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Person, startTestApp } from '#test/start-test-app.ts';

const { person, superAdmin, call, deps, clock, issuer } = await startTestApp();

const PATH = '/api/satisfaction-entries';

const add = (caller: Person | null, fields: object = {}) => call(caller, 'POST', PATH, { score: 7, ...fields });

async function write(owner: Person, fields: object = {}) {
  const { status, body } = await add(owner, fields);
  expect(status).toBe(201);
  return body.satisfaction_entry;
}

const rowsOf = (owner: Person) =>
  deps.db.selectFrom('satisfaction_entry').selectAll().where('user_id', '=', owner.id).execute();

/** A body without what differs between two answers for the same reason. */
const withoutRequestId = ({ request_id: _, ...body }: Record<string, unknown>) => body;

/** Fields that no entry can have, for writing and for changing alike. */
const INVALID_FIELDS: { what: string; fields: object }[] = [
  { what: 'a score of 0', fields: { score: 0 } },
  { what: 'a score of 11', fields: { score: 11 } },
  { what: 'a score of 5.5', fields: { score: 5.5 } },
  { what: 'a score that is a text', fields: { score: '7' } },
  { what: 'a score of null', fields: { score: null } },
  { what: 'a note of 2,001 characters', fields: { note: 'n'.repeat(2_001) } },
  { what: 'a note of null', fields: { note: null } },
  { what: 'a note with a NUL character', fields: { note: 'a\u0000b' } },
  { what: 'a day of null', fields: { entry_date: null } },
  ...['2026-02-30', '0000-01-01', '10000-01-01', 'infinity', 'today', '', '2026-01-01T00:00:00Z'].map((entry_date) => ({
    what: `the day "${entry_date}"`,
    fields: { entry_date },
  })),
];

const WIDEST_FIELDS: { what: string; fields: object }[] = [
  { what: 'the lowest score', fields: { score: 1 } },
  { what: 'the highest score', fields: { score: 10 } },
  { what: 'no note', fields: { note: '' } },
  { what: 'a note of 2,000 characters of four bytes', fields: { note: '🌻'.repeat(2_000) } },
  { what: 'the first day', fields: { entry_date: '1900-01-01' } },
  { what: 'the last day', fields: { entry_date: '9999-12-31' } },
];

/** Read-only fields of an entry. */
const FOREIGN_KEYS = {
  id: '0a0a0a0a-1111-4222-8333-444444444444',
  user_id: '0a0a0a0a-1111-4222-8333-444444444444',
  created_at: '2001-01-01T00:00:00.000Z',
  updated_at: '2001-01-01T00:00:00.000Z',
};

describe('GET /api/satisfaction-entries', () => {
  test('lists own entries, newest first, in pages without gaps or repeats', async () => {
    const ada = await person();
    const made: object[] = [];
    for (let count = 0; count < 5; count += 1) {
      made.unshift(await write(ada, { score: count + 1 }));
      clock.advance(1);
    }
    const listed: object[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { status, body } = await call(ada, 'GET', `${PATH}?limit=2${cursor && `&cursor=${cursor}`}`);
      expect(status).toBe(200);
      listed.push(...body.satisfaction_entries);
      cursor = body.next_cursor;
    }
    expect(listed).toEqual(made);
  });

  test('returns nothing of other users, also to super admins', async () => {
    const [ada, ben, root] = await Promise.all([person(), person(), superAdmin()]);
    await write(ada);
    for (const stranger of [ben, root]) {
      expect((await call(stranger, 'GET', PATH)).body).toEqual({ satisfaction_entries: [], next_cursor: null });
    }
  });

  test.each(['limit=0', 'limit=501', 'limit=abc', 'cursor=abc'])('returns 400 for %s', async (query) => {
    expect((await call(await person(), 'GET', `${PATH}?${query}`)).status).toBe(400);
  });

  test('returns 401 without a token', async () => {
    expect((await call(null, 'GET', PATH)).status).toBe(401);
  });
});

describe('POST /api/satisfaction-entries', () => {
  test('returns 201 with the complete entry and stores it', async () => {
    const ada = await person();
    const fields = { score: 9, note: 'A good day', entry_date: '2026-02-28' };
    const { status, body } = await add(ada, fields);
    expect(status).toBe(201);
    const now = clock.now();
    expect(body).toEqual({
      satisfaction_entry: {
        ...fields,
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        user_id: ada.id,
        created_at: now.toISOString(),
        updated_at: now.toISOString(),
      },
    });
    const stored = {
      ...fields,
      is_imported: false,
      id: body.satisfaction_entry.id,
      user_id: ada.id,
      created_at: now,
      updated_at: now,
    };
    expect(await rowsOf(ada)).toEqual([stored]);
  });

  test('accepts a score only, and several entries a day', async () => {
    const ada = await person();
    const today = clock.now().toISOString().slice(0, 10);
    expect(await write(ada)).toMatchObject({ note: '', entry_date: today });
    expect(await write(ada)).toMatchObject({ entry_date: today });
    expect(await rowsOf(ada)).toHaveLength(2);
  });

  test.each([
    ['Pacific/Kiritimati', '2027-08-09'],
    ['UTC', '2027-08-08'],
    ['Pacific/Niue', '2027-08-07'],
  ])("sets the date to today in the user's time zone, in %s", async (timezone, day) => {
    const ada = await person();
    await call(ada, 'PUT', '/api/user/profile', { preferences: { timezone } });
    const before = clock.now();
    try {
      clock.set(new Date('2027-08-08T10:30:00Z'));
      const today = { ...ada, token: await issuer.sign(ada.id, clock.now(), { email: ada.email }) };
      expect(await write(today)).toMatchObject({ entry_date: day });
    } finally {
      clock.set(before);
    }
  });

  test.each(WIDEST_FIELDS)('201 takes $what, and gives it back unchanged', async ({ fields }) => {
    expect(await write(await person(), fields)).toMatchObject(fields);
  });

  test('ignores read-only fields', async () => {
    const ada = await person();
    const entry = await write(ada, FOREIGN_KEYS);
    expect(entry).toMatchObject({ user_id: ada.id, created_at: clock.now().toISOString() });
    expect(await rowsOf(ada)).toMatchObject([{ id: entry.id, created_at: clock.now(), updated_at: clock.now() }]);
    expect(entry.id).not.toBe(FOREIGN_KEYS.id);
  });

  test.each([...INVALID_FIELDS, { what: 'no score', fields: { score: undefined } }])(
    'returns 400 for $what and stores nothing',
    async ({ fields }) => {
      const ada = await person();
      expect((await add(ada, fields)).status).toBe(400);
      expect(await rowsOf(ada)).toEqual([]);
    },
  );

  test('returns 401 without a token, whatever the body', async () => {
    expect((await add(null, { score: 0 })).status).toBe(401);
  });
});

describe('PUT /api/satisfaction-entries/:id', () => {
  const change = (caller: Person | null, id: string, fields: object) => call(caller, 'PUT', `${PATH}/${id}`, fields);

  test('changes the given fields, keeps the others and sets updated_at', async () => {
    const ada = await person();
    const before = await write(ada, { note: 'Kept', entry_date: '2026-02-28' });
    clock.advance(60_000);
    const { status, body } = await change(ada, before.id, { score: 3 });
    expect(status).toBe(200);
    expect(body).toEqual({ satisfaction_entry: { ...before, score: 3, updated_at: clock.now().toISOString() } });
    expect(await rowsOf(ada)).toMatchObject([
      { score: 3, note: 'Kept', entry_date: '2026-02-28', updated_at: clock.now() },
    ]);
  });

  test.each(WIDEST_FIELDS)('200 takes $what, and gives it back unchanged', async ({ fields }) => {
    const ada = await person();
    const { id } = await write(ada);
    expect((await change(ada, id, fields)).body.satisfaction_entry).toMatchObject(fields);
  });

  test('ignores read-only fields in an update', async () => {
    const ada = await person();
    const before = await write(ada);
    const { status, body } = await change(ada, before.id, FOREIGN_KEYS);
    expect({ status, body }).toEqual({ status: 200, body: { satisfaction_entry: before } });
  });

  test.each(INVALID_FIELDS)('returns 400 for $what and changes nothing', async ({ fields }) => {
    const ada = await person();
    const { id } = await write(ada);
    const before = await rowsOf(ada);
    expect((await change(ada, id, { score: 2, ...fields })).status).toBe(400);
    expect(await rowsOf(ada)).toEqual(before);
  });

  test('returns 400 for an id that is not a UUID', async () => {
    expect((await change(await person(), 'abc', {})).status).toBe(400);
  });

  test('returns 401 without a token and changes nothing', async () => {
    const ada = await person();
    const { id } = await write(ada);
    expect((await change(null, id, { score: 1 })).status).toBe(401);
    expect(await rowsOf(ada)).toMatchObject([{ score: 7 }]);
  });

  test("returns the same 404 for another user's entry as for an unknown one, and changes nothing", async () => {
    const [ada, ben, root] = await Promise.all([person(), person(), superAdmin()]);
    const { id } = await write(ada);
    for (const stranger of [ben, root]) {
      const hidden = await change(stranger, id, { score: 1 });
      const unknown = await change(stranger, randomUUID(), { score: 1 });
      expect([hidden.status, unknown.status]).toEqual([404, 404]);
      expect(withoutRequestId(hidden.body)).toEqual(withoutRequestId(unknown.body));
    }
    expect(await rowsOf(ada)).toMatchObject([{ score: 7 }]);
  });
});

describe('DELETE /api/satisfaction-entries/:id', () => {
  const remove = (caller: Person | null, id: string) => call(caller, 'DELETE', `${PATH}/${id}`);

  test('deletes the entry and no other', async () => {
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

  test("returns the same 404 for another user's entry as for an unknown one, and deletes nothing", async () => {
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

describe('GET /api/satisfaction-entries?from&to', () => {
  test('lists own entries of the dates, both ends included, in pages', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    for (const entry_date of ['2026-03-01', '2026-03-04', '2026-03-02', '2026-03-03']) {
      clock.advance(1);
      const made = await call(ada, 'POST', '/api/satisfaction-entries', { entry_date, score: 5 });
      expect(made.status, made.text).toBe(201);
    }
    const list = async (caller: Person, query: string) => {
      const { status, body, text } = await call(caller, 'GET', `/api/satisfaction-entries?${query}`);
      expect(status, text).toBe(200);
      const dates = body.satisfaction_entries.map((entry: { entry_date: string }) => entry.entry_date);
      return { dates, cursor: body.next_cursor };
    };
    const within = 'from=2026-03-02&to=2026-03-03';
    expect((await list(ada, within)).dates).toEqual(['2026-03-03', '2026-03-02']);
    expect((await list(ada, 'from=2026-03-03')).dates).toEqual(['2026-03-03', '2026-03-04']);
    expect((await list(ada, 'to=2026-03-01')).dates).toEqual(['2026-03-01']);
    expect((await list(ada, 'from=2026-03-03&to=2026-03-02')).dates).toEqual([]);
    expect((await list(ben, within)).dates).toEqual([]);
    const first = await list(ada, `${within}&limit=1`);
    const second = await list(ada, `${within}&limit=1&cursor=${first.cursor}`);
    expect([first.dates, second]).toEqual([['2026-03-03'], { dates: ['2026-03-02'], cursor: null }]);
    for (const query of ['from=2026-02-30', 'to=today']) {
      expect((await call(ada, 'GET', `/api/satisfaction-entries?${query}`)).status).toBe(400);
    }
  });
});
