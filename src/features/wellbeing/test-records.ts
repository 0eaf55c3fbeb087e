import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Person, TestApp } from '#test/start-test-app.ts';

/** Fields of a record, and what they show. */
export type Case = { what: string; fields: object };

/** What the shared tests need to know of a record type. */
export type Sample = {
  path: string;
  table: 'action_note' | 'satisfaction_entry' | 'sleep_entry';
  plural: string;
  date: string;
  /** What a new record needs at least. */
  required: object;
  /** All fields of a record of the owner. */
  complete: (owner: Person) => object | Promise<object>;
  /** Another value of one field. */
  changed: object;
  /** The columns of these fields, if they differ. */
  columnsOf?: (fields: object) => object;
  /** The narrowest and widest values of each field. */
  widest: Case[];
  /** Fields that no record can have, for writing and for changing alike. The first is one without a token, too. */
  invalid: [Case, ...Case[]];
  /** Fields that are missing in a new record. */
  incomplete: Case[];
};

/** Values that no field of a date can have. */
export const INVALID_DATES = [
  '2026-02-30',
  '0000-01-01',
  '10000-01-01',
  'infinity',
  'today',
  '',
  '2026-01-01T00:00:00Z',
];

/** Read-only fields of a record. */
const FOREIGN_KEYS = {
  id: '0a0a0a0a-1111-4222-8333-444444444444',
  user_id: '0a0a0a0a-1111-4222-8333-444444444444',
  created_at: '2001-01-01T00:00:00.000Z',
  updated_at: '2001-01-01T00:00:00.000Z',
};

/** A body without what differs between two responses for the same reason. */
export const withoutRequestId = ({ request_id: _, ...body }: Record<string, unknown>) => body;

/** The requests about one record type, and the tests of what all three types do. */
export function testRecords({ person, superAdmin, call, deps, clock }: TestApp, sample: Sample) {
  const { path, table, plural, date, required, complete, changed, widest, invalid, incomplete } = sample;
  const columnsOf = sample.columnsOf ?? ((fields: object) => fields);

  const add = (caller: Person | null, fields: object = {}) => call(caller, 'POST', path, { ...required, ...fields });
  const change = (caller: Person | null, id: string, fields: object) => call(caller, 'PUT', `${path}/${id}`, fields);
  const remove = (caller: Person | null, id: string) => call(caller, 'DELETE', `${path}/${id}`);

  async function write(owner: Person, fields: object = {}) {
    const { status, body, text } = await add(owner, fields);
    expect(status, text).toBe(201);
    return body[table];
  }

  async function list(caller: Person, query = '') {
    const { status, body, text } = await call(caller, 'GET', `${path}?${query}`);
    expect(status, text).toBe(200);
    return { records: body[plural], cursor: body.next_cursor };
  }

  const rowsOf = (owner: Person): Promise<object[]> =>
    deps.db.selectFrom(table).selectAll().where('user_id', '=', owner.id).execute();

  function testList(): void {
    test('lists own records, newest first, in pages without gaps or repeats', async () => {
      const ada = await person();
      const made: object[] = [];
      for (let count = 0; count < 5; count += 1) {
        made.unshift(await write(ada));
        clock.advance(1);
      }
      const listed: object[] = [];
      let next: string | null = '';
      while (next !== null) {
        const { records, cursor } = await list(ada, `limit=2${next && `&cursor=${next}`}`);
        listed.push(...records);
        next = cursor;
      }
      expect(listed).toEqual(made);
    });

    test('returns nothing of other users, also to super admins', async () => {
      const [ada, ben, root] = await Promise.all([person(), person(), superAdmin()]);
      await write(ada);
      for (const stranger of [ben, root]) {
        expect((await call(stranger, 'GET', path)).body).toEqual({ [plural]: [], next_cursor: null });
      }
    });

    test.each(['limit=0', 'limit=501', 'limit=abc', 'cursor=abc'])('returns 400 for %s', async (query) => {
      expect((await call(await person(), 'GET', `${path}?${query}`)).status).toBe(400);
    });

    test('returns 401 without a token', async () => {
      expect((await call(null, 'GET', path)).status).toBe(401);
    });
  }

  function testListOfDates(): void {
    test('lists own records of the dates, both ends included, in pages', async () => {
      const [ada, ben] = await Promise.all([person(), person()]);
      for (const day of ['2026-03-01', '2026-03-04', '2026-03-02', '2026-03-03']) {
        clock.advance(1);
        await write(ada, { [date]: day });
      }
      const datesOf = async (caller: Person, query: string) =>
        (await list(caller, query)).records.map((record: Record<string, string>) => record[date]);
      const within = 'from=2026-03-02&to=2026-03-03';
      expect(await datesOf(ada, within)).toEqual(['2026-03-03', '2026-03-02']);
      expect(await datesOf(ada, 'from=2026-03-02&to=2026-03-02')).toEqual(['2026-03-02']);
      expect(await datesOf(ada, 'from=2026-03-03')).toEqual(['2026-03-03', '2026-03-04']);
      expect(await datesOf(ada, 'from=2026-03-05')).toEqual([]);
      expect(await datesOf(ada, 'to=2026-03-01')).toEqual(['2026-03-01']);
      expect(await datesOf(ada, 'to=2026-03-02')).toEqual(['2026-03-02', '2026-03-01']);
      expect(await datesOf(ada, 'from=2026-03-03&to=2026-03-02')).toEqual([]);
      expect(await datesOf(ben, within)).toEqual([]);
      const first = await list(ada, `${within}&limit=1`);
      const second = await list(ada, `${within}&limit=1&cursor=${first.cursor}`);
      expect(first.records).toMatchObject([{ [date]: '2026-03-03' }]);
      expect(second).toMatchObject({ records: [{ [date]: '2026-03-02' }], cursor: null });
      for (const query of ['from=2026-02-30', 'from=yesterday', 'to=today']) {
        expect((await call(ada, 'GET', `${path}?${query}`)).status).toBe(400);
      }
    });
  }

  function testCreation(): void {
    test('returns 201 with the complete record and stores it', async () => {
      const ada = await person();
      const fields = await complete(ada);
      const { status, body } = await add(ada, fields);
      expect(status).toBe(201);
      const now = clock.now();
      const times = { created_at: now.toISOString(), updated_at: now.toISOString() };
      const id = expect.stringMatching(/^[0-9a-f-]{36}$/);
      expect(body).toEqual({ [table]: { ...fields, id, user_id: ada.id, ...times } });
      const own = { id: body[table].id, user_id: ada.id, is_imported: false, created_at: now, updated_at: now };
      expect(await rowsOf(ada)).toEqual([{ ...columnsOf(fields), ...own }]);
    });

    test.each(widest)('201 takes $what, and gives it back unchanged', async ({ fields }) => {
      expect(await write(await person(), fields)).toMatchObject(fields);
    });

    test('ignores read-only fields', async () => {
      const ada = await person();
      const record = await write(ada, FOREIGN_KEYS);
      expect(record).toMatchObject({ user_id: ada.id, created_at: clock.now().toISOString() });
      expect(await rowsOf(ada)).toMatchObject([{ id: record.id, created_at: clock.now(), updated_at: clock.now() }]);
      expect(record.id).not.toBe(FOREIGN_KEYS.id);
    });

    test.each([...invalid, ...incomplete])('returns 400 for $what and stores nothing', async ({ fields }) => {
      const ada = await person();
      expect((await add(ada, fields)).status).toBe(400);
      expect(await rowsOf(ada)).toEqual([]);
    });

    test('returns 401 without a token, whatever the body', async () => {
      expect((await add(null, invalid[0].fields)).status).toBe(401);
    });
  }

  function testChange(): void {
    test('changes the given fields, keeps the others and sets updated_at', async () => {
      const ada = await person();
      const before = await write(ada, await complete(ada));
      const [row] = await rowsOf(ada);
      clock.advance(60_000);
      const { status, body } = await change(ada, before.id, changed);
      expect(status).toBe(200);
      expect(body).toEqual({ [table]: { ...before, ...changed, updated_at: clock.now().toISOString() } });
      expect(await rowsOf(ada)).toEqual([{ ...row, ...columnsOf(changed), updated_at: clock.now() }]);
    });

    test.each(widest)('200 takes $what, and gives it back unchanged', async ({ fields }) => {
      const ada = await person();
      const { id } = await write(ada);
      expect((await change(ada, id, fields)).body[table]).toMatchObject(fields);
    });

    test('ignores read-only fields in an update', async () => {
      const ada = await person();
      const before = await write(ada);
      const { status, body } = await change(ada, before.id, FOREIGN_KEYS);
      expect({ status, body }).toEqual({ status: 200, body: { [table]: before } });
    });

    test.each(invalid)('returns 400 for $what and changes nothing', async ({ fields }) => {
      const ada = await person();
      const { id } = await write(ada);
      const before = await rowsOf(ada);
      expect((await change(ada, id, { ...changed, ...fields })).status).toBe(400);
      expect(await rowsOf(ada)).toEqual(before);
    });

    test('returns 400 for an id that is not a UUID', async () => {
      expect((await change(await person(), 'abc', {})).status).toBe(400);
    });

    test('returns 401 without a token and changes nothing', async () => {
      const ada = await person();
      const { id } = await write(ada);
      const before = await rowsOf(ada);
      expect((await change(null, id, changed)).status).toBe(401);
      expect(await rowsOf(ada)).toEqual(before);
    });

    test("returns the same 404 for another user's record as for an unknown one, and changes nothing", async () => {
      const [ada, ben, root] = await Promise.all([person(), person(), superAdmin()]);
      const { id } = await write(ada);
      const before = await rowsOf(ada);
      for (const stranger of [ben, root]) {
        const [hidden, unknown] = [await change(stranger, id, changed), await change(stranger, randomUUID(), changed)];
        expect([hidden.status, unknown.status]).toEqual([404, 404]);
        expect(withoutRequestId(hidden.body)).toEqual(withoutRequestId(unknown.body));
      }
      expect(await rowsOf(ada)).toEqual(before);
    });
  }

  function testDeletion(): void {
    test('deletes the record and no other', async () => {
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

    test("returns the same 404 for another user's record as for an unknown one, and deletes nothing", async () => {
      const [ada, ben, root] = await Promise.all([person(), person(), superAdmin()]);
      const { id } = await write(ada);
      for (const stranger of [ben, root]) {
        const [hidden, unknown] = [await remove(stranger, id), await remove(stranger, randomUUID())];
        expect([hidden.status, unknown.status]).toEqual([404, 404]);
        expect(withoutRequestId(hidden.body)).toEqual(withoutRequestId(unknown.body));
      }
      expect(await rowsOf(ada)).toHaveLength(1);
    });
  }

  return { add, change, write, rowsOf, testList, testListOfDates, testCreation, testChange, testDeletion };
}
