import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Person, startTestApp } from '#test/start-test-app.ts';

const { person, superAdmin, call, deps, clock } = await startTestApp();

const PATH = '/api/sleep-entries';

const NIGHT = { sleep_date: '2026-02-28', hours: 7.5, quality: 4 };

const add = (caller: Person | null, fields: object = {}) => call(caller, 'POST', PATH, { ...NIGHT, ...fields });

async function write(owner: Person, fields: object = {}) {
  const { status, body } = await add(owner, fields);
  expect(status).toBe(201);
  return body.sleep_entry;
}

const rowsOf = (owner: Person) =>
  deps.db.selectFrom('sleep_entry').selectAll().where('user_id', '=', owner.id).execute();

/** A body without what differs between two answers for the same reason. */
const withoutRequestId = ({ request_id: _, ...body }: Record<string, unknown>) => body;

/** Fields that no entry can have, for writing and for changing alike. */
const INVALID_FIELDS: { what: string; fields: object }[] = [
  { what: 'hours below 0', fields: { hours: -0.01 } },
  { what: 'hours above 24', fields: { hours: 24.001 } },
  { what: 'hours that are a text', fields: { hours: '7.5' } },
  { what: 'hours of null', fields: { hours: null } },
  { what: 'a quality of 0', fields: { quality: 0 } },
  { what: 'a quality of 6', fields: { quality: 6 } },
  { what: 'a quality of 2.5', fields: { quality: 2.5 } },
  { what: 'a quality that is a text', fields: { quality: 'good' } },
  { what: 'a quality of null', fields: { quality: null } },
  { what: 'a note of 2,001 characters', fields: { note: 'n'.repeat(2_001) } },
  { what: 'a note of null', fields: { note: null } },
  { what: 'a note with a NUL character', fields: { note: 'a\u0000b' } },
  { what: 'a day of null', fields: { sleep_date: null } },
  ...['2026-02-30', '0000-01-01', '10000-01-01', 'infinity', 'today', '', '2026-01-01T00:00:00Z'].map((sleep_date) => ({
    what: `the day "${sleep_date}"`,
    fields: { sleep_date },
  })),
];

const WIDEST_FIELDS: { what: string; fields: object }[] = [
  { what: 'no hours at all', fields: { hours: 0 } },
  { what: 'a hundredth of an hour', fields: { hours: 0.01 } },
  { what: 'hours of two decimals', fields: { hours: 7.29 } },
  { what: 'all hours', fields: { hours: 24 } },
  { what: 'the lowest quality', fields: { quality: 1 } },
  { what: 'the highest quality', fields: { quality: 5 } },
  { what: 'no note', fields: { note: '' } },
  { what: 'a note of 2,000 characters of four bytes', fields: { note: '🌻'.repeat(2_000) } },
  { what: 'the first day', fields: { sleep_date: '1900-01-01' } },
  { what: 'the last day', fields: { sleep_date: '9999-12-31' } },
];

/** Hours as they are sent, and as they are kept. */
const FINER_HOURS = [
  [22 / 3, 7.33],
  [7.125, 7.13],
  [0.001, 0],
  [1e-300, 0],
  [23.999, 24],
] as const;

/** Read-only fields of an entry. */
const FOREIGN_KEYS = {
  id: '0a0a0a0a-1111-4222-8333-444444444444',
  user_id: '0a0a0a0a-1111-4222-8333-444444444444',
  created_at: '2001-01-01T00:00:00.000Z',
  updated_at: '2001-01-01T00:00:00.000Z',
};

describe('GET /api/sleep-entries', () => {
  test('lists own entries, newest first, in pages without gaps or repeats', async () => {
    const ada = await person();
    const made: object[] = [];
    for (let count = 0; count < 5; count += 1) {
      made.unshift(await write(ada, { quality: count + 1 }));
      clock.advance(1);
    }
    const listed: object[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { status, body } = await call(ada, 'GET', `${PATH}?limit=2${cursor && `&cursor=${cursor}`}`);
      expect(status).toBe(200);
      listed.push(...body.sleep_entries);
      cursor = body.next_cursor;
    }
    expect(listed).toEqual(made);
  });

  test('returns nothing of other users, also to super admins', async () => {
    const [ada, ben, root] = await Promise.all([person(), person(), superAdmin()]);
    await write(ada);
    for (const stranger of [ben, root]) {
      expect((await call(stranger, 'GET', PATH)).body).toEqual({ sleep_entries: [], next_cursor: null });
    }
  });

  test.each(['limit=0', 'limit=501', 'limit=abc', 'cursor=abc'])('returns 400 for %s', async (query) => {
    expect((await call(await person(), 'GET', `${PATH}?${query}`)).status).toBe(400);
  });

  test('returns 401 without a token', async () => {
    expect((await call(null, 'GET', PATH)).status).toBe(401);
  });
});

describe('POST /api/sleep-entries', () => {
  test('returns 201 with the complete entry and stores it', async () => {
    const ada = await person();
    const fields = { sleep_date: '2026-03-01', hours: 6.25, quality: 2, note: 'A storm' };
    const { status, body } = await add(ada, fields);
    expect(status).toBe(201);
    const now = clock.now();
    expect(body).toEqual({
      sleep_entry: {
        ...fields,
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        user_id: ada.id,
        created_at: now.toISOString(),
        updated_at: now.toISOString(),
      },
    });
    const ids = { id: body.sleep_entry.id, user_id: ada.id };
    expect(await rowsOf(ada)).toEqual([
      { ...fields, ...ids, hours: '6.25', is_imported: false, created_at: now, updated_at: now },
    ]);
  });

  test('accepts entries without a note, and several a day', async () => {
    const ada = await person();
    for (const hours of [6, 1.5]) expect(await write(ada, { hours })).toMatchObject({ ...NIGHT, hours, note: '' });
    expect(await rowsOf(ada)).toHaveLength(2);
  });

  test.each(FINER_HOURS)('201 rounds hours of %d to %d', async (sent, kept) => {
    const ada = await person();
    expect(await write(ada, { hours: sent })).toMatchObject({ hours: kept });
    expect((await call(ada, 'GET', PATH)).body.sleep_entries).toMatchObject([{ hours: kept }]);
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

  const INCOMPLETE_FIELDS = [
    { what: 'no day', fields: { sleep_date: undefined } },
    { what: 'no hours', fields: { hours: undefined } },
    { what: 'no quality', fields: { quality: undefined } },
  ];

  test.each([...INVALID_FIELDS, ...INCOMPLETE_FIELDS])(
    'returns 400 for $what and stores nothing',
    async ({ fields }) => {
      const ada = await person();
      expect((await add(ada, fields)).status).toBe(400);
      expect(await rowsOf(ada)).toEqual([]);
    },
  );

  test('returns 401 without a token, whatever the body', async () => {
    expect((await add(null, { hours: -1 })).status).toBe(401);
  });
});

describe('PUT /api/sleep-entries/:id', () => {
  const change = (caller: Person | null, id: string, fields: object) => call(caller, 'PUT', `${PATH}/${id}`, fields);

  test('changes the given fields, keeps the others and sets updated_at', async () => {
    const ada = await person();
    const before = await write(ada, { note: 'Kept' });
    clock.advance(60_000);
    const { status, body } = await change(ada, before.id, { hours: 8 });
    expect(status).toBe(200);
    expect(body).toEqual({ sleep_entry: { ...before, hours: 8, updated_at: clock.now().toISOString() } });
    expect(await rowsOf(ada)).toMatchObject([{ ...NIGHT, hours: '8.00', note: 'Kept', updated_at: clock.now() }]);
  });

  test.each(WIDEST_FIELDS)('200 takes $what, and gives it back unchanged', async ({ fields }) => {
    const ada = await person();
    const { id } = await write(ada);
    expect((await change(ada, id, fields)).body.sleep_entry).toMatchObject(fields);
  });

  test('ignores read-only fields in an update', async () => {
    const ada = await person();
    const before = await write(ada);
    const { status, body } = await change(ada, before.id, FOREIGN_KEYS);
    expect({ status, body }).toEqual({ status: 200, body: { sleep_entry: before } });
  });

  test.each(INVALID_FIELDS)('returns 400 for $what and changes nothing', async ({ fields }) => {
    const ada = await person();
    const { id } = await write(ada);
    const before = await rowsOf(ada);
    expect((await change(ada, id, { quality: 2, ...fields })).status).toBe(400);
    expect(await rowsOf(ada)).toEqual(before);
  });

  test('returns 400 for an id that is not a UUID', async () => {
    expect((await change(await person(), 'abc', {})).status).toBe(400);
  });

  test('returns 401 without a token and changes nothing', async () => {
    const ada = await person();
    const { id } = await write(ada);
    expect((await change(null, id, { quality: 1 })).status).toBe(401);
    expect(await rowsOf(ada)).toMatchObject([{ quality: 4 }]);
  });

  test("returns the same 404 for another user's entry as for an unknown one, and changes nothing", async () => {
    const [ada, ben, root] = await Promise.all([person(), person(), superAdmin()]);
    const { id } = await write(ada);
    for (const stranger of [ben, root]) {
      const hidden = await change(stranger, id, { quality: 1 });
      const unknown = await change(stranger, randomUUID(), { quality: 1 });
      expect([hidden.status, unknown.status]).toEqual([404, 404]);
      expect(withoutRequestId(hidden.body)).toEqual(withoutRequestId(unknown.body));
    }
    expect(await rowsOf(ada)).toMatchObject([{ quality: 4 }]);
  });
});

describe('DELETE /api/sleep-entries/:id', () => {
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

describe('GET /api/sleep-entries?from&to', () => {
  test('lists own entries of the dates, both ends included, in pages', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    for (const sleep_date of ['2026-03-01', '2026-03-04', '2026-03-02', '2026-03-03']) {
      clock.advance(1);
      const made = await call(ada, 'POST', '/api/sleep-entries', { sleep_date, hours: 8, quality: 3 });
      expect(made.status, made.text).toBe(201);
    }
    const list = async (caller: Person, query: string) => {
      const { status, body, text } = await call(caller, 'GET', `/api/sleep-entries?${query}`);
      expect(status, text).toBe(200);
      const dates = body.sleep_entries.map((entry: { sleep_date: string }) => entry.sleep_date);
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
      expect((await call(ada, 'GET', `/api/sleep-entries?${query}`)).status).toBe(400);
    }
  });
});
