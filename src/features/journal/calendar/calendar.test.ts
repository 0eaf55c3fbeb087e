import { describe, expect, test } from 'vitest';
import { entryCreatedAt, moveEntryTo } from '#test/entry-dates.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';

const { person, superAdmin, call, deps, clock, issuer } = await startTestApp();

async function personIn(timezone: string): Promise<Person> {
  const user = await person();
  await call(user, 'PUT', '/api/user/profile', { preferences: { timezone } });
  return user;
}

/** Creates an entry at an instant. Without a mood it has no content, so that no analysis is needed. */
async function writeAt(author: Person, instant: string, more: object = {}): Promise<string> {
  const { status, body } = await call(author, 'POST', '/api/journal', { title: 'Then', content: '', ...more });
  expect(status).toBe(201);
  await moveEntryTo(deps, body.entry.id, new Date(instant));
  return body.entry.id;
}

const PUBLIC = { metadata_visibility: 'public', content_visibility: 'public' };

describe('GET /api/journal/on-this-day', () => {
  const onThisDay = (caller: Person, date?: string) =>
    call(caller, 'GET', `/api/journal/on-this-day${date === undefined ? '' : `?date=${date}`}`);
  const idsOf = async (caller: Person, date?: string): Promise<string[]> =>
    (await onThisDay(caller, date)).body.entries.map(({ id }: { id: string }) => id);

  test('lists the entries of the same day of earlier years, newest first', async () => {
    const ada = await person();
    const old = await writeAt(ada, '1999-05-05T00:00:00Z');
    const recent = await writeAt(ada, '2025-05-05T23:59:59.999Z', {
      title: 'A year ago',
      content: 'Text',
      mood: 'calm',
    });
    await writeAt(ada, '2025-05-04T23:59:59.999Z');
    await writeAt(ada, '2025-05-06T00:00:00Z');
    await writeAt(ada, '2026-05-05T00:00:00Z');
    await writeAt(ada, '2026-05-05T12:00:00Z');
    await writeAt(ada, '2027-05-05T12:00:00Z');
    const { status, body } = await onThisDay(ada, '2026-05-05');
    expect(status).toBe(200);
    expect(body.date).toBe('2026-05-05');
    expect(body.entries.map(({ id }: { id: string }) => id)).toEqual([recent, old]);
    expect(body.entries[0]).toMatchObject({ title: 'A year ago', content: 'Text', content_hidden: false });
  });

  test('lists entries by their own date', async () => {
    const ada = await person();
    const [old, late] = [await writeAt(ada, '2025-04-04T12:00:00Z'), await writeAt(ada, '2025-04-05T12:00:00Z')];
    await call(ada, 'PUT', `/api/journal/${late}`, { entry_date: '1980-04-04' });
    expect(await idsOf(ada, '2026-04-04')).toEqual([old, late]);
    expect(await idsOf(ada, '2026-04-05')).toEqual([]);
  });

  test('returns own entries only, whatever is shared, also to super admins', async () => {
    const [ada, ben, root] = await Promise.all([person(), person(), superAdmin()]);
    await writeAt(ada, '2024-06-06T12:00:00Z', PUBLIC);
    const bens = await writeAt(ben, '2024-06-06T12:00:00Z');
    expect(await idsOf(ben, '2026-06-06')).toEqual([bens]);
    expect(await idsOf(root, '2026-06-06')).toEqual([]);
  });

  test.each([
    ['Pacific/Kiritimati', '2025-07-06T10:00:00Z', '2025-07-07T09:59:59.999Z'],
    ['Pacific/Niue', '2025-07-07T11:00:00Z', '2025-07-08T10:59:59.999Z'],
    ['America/Havana', '2025-07-07T04:00:00Z', '2025-07-08T03:59:59.999Z'],
  ])('uses the day in %s', async (timezone, first, last) => {
    const ada = await personIn(timezone);
    const ids = [await writeAt(ada, first), await writeAt(ada, last)];
    await writeAt(ada, new Date(Date.parse(first) - 1).toISOString());
    await writeAt(ada, new Date(Date.parse(last) + 1).toISOString());
    expect(await idsOf(ada, '2026-07-07')).toEqual(ids.toReversed());
  });

  test('lists entries of 29 February on the 28th of common years and on the 29th of leap years', async () => {
    const ada = await person();
    const leapDay = await writeAt(ada, '2024-02-29T12:00:00Z');
    const dayBefore = await writeAt(ada, '2024-02-28T12:00:00Z');
    expect(await idsOf(ada, '2026-02-28')).toEqual([leapDay, dayBefore]);
    expect(await idsOf(ada, '2028-02-28')).toEqual([dayBefore]);
    expect(await idsOf(ada, '2028-02-29')).toEqual([leapDay]);
    expect(await idsOf(ada, '2026-03-01')).toEqual([]);
    expect(await idsOf(ada, '2024-02-29')).toEqual([]);
  });

  test("uses today in the user's time zone by default", async () => {
    const [east, west] = [await personIn('Pacific/Kiritimati'), await personIn('Pacific/Niue')];
    const before = clock.now();
    try {
      clock.set(new Date('2027-08-08T10:30:00Z'));
      for (const [user, day] of [
        [east, '2027-08-09'],
        [west, '2027-08-07'],
      ] as const) {
        const today = { ...user, token: await issuer.sign(user.id, clock.now(), { email: user.email }) };
        const { body } = await onThisDay(today);
        expect(body).toEqual({ date: day, entries: [] });
      }
    } finally {
      clock.set(before);
    }
  });

  test('goes on with the day before until the day of the user starts', async () => {
    const user = await personIn('Europe/Berlin');
    await call(user, 'PUT', '/api/user/profile', { preferences: { day_start: '04:00' } });
    const before = clock.now();
    try {
      for (const [instant, day] of [
        ['2027-08-09T01:59:59.999Z', '2027-08-08'],
        ['2027-08-09T02:00:00Z', '2027-08-09'],
      ] as const) {
        clock.set(new Date(instant));
        const late = { ...user, token: await issuer.sign(user.id, clock.now(), { email: user.email }) };
        expect((await onThisDay(late)).body.date).toBe(day);
      }
    } finally {
      clock.set(before);
    }
  });

  test('returns at most 100 entries', async () => {
    const ada = await person();
    const rows = Array.from({ length: 101 }, (_, number) =>
      entryRow(ada, new Date(Date.UTC(2020, 8, 9, 0, 0, number))),
    );
    await deps.db.insertInto('journal_entry').values(rows).execute();
    const { body } = await onThisDay(ada, '2026-09-09');
    expect(body.entries).toHaveLength(100);
    expect(body.entries[0].created_at).toBe('2020-09-09T00:01:40.000Z');
  });

  test.each(['2026-02-30', '2025-02-29', 'today', 'infinity', '2026-1-1', '', '05-05', '2026-05-05T00:00:00Z'])(
    '400 refuses the date %j',
    async (date) => {
      expect(await onThisDay(await person(), date)).toMatchObject({ status: 400, body: { code: 'request.invalid' } });
    },
  );

  test('returns 401 without a token', async () => {
    expect((await call(null, 'GET', '/api/journal/on-this-day')).status).toBe(401);
  });
});

describe('GET /api/journal/moods', () => {
  const moods = (caller: Person, from: string, to: string) =>
    call(caller, 'GET', `/api/journal/moods?from=${from}&to=${to}`);

  test('returns the moods of each day in order, without days that have none', async () => {
    const ada = await person();
    await writeAt(ada, '2026-01-03T08:00:00Z', { mood: 'calm' });
    await writeAt(ada, '2026-01-03T09:00:00Z', { mood: 'sad' });
    await writeAt(ada, '2026-01-03T10:00:00Z', { mood: 'calm' });
    await writeAt(ada, '2026-01-02T10:00:00Z');
    await writeAt(ada, '2026-01-01T10:00:00Z', { mood: 'joyful' });
    expect((await moods(ada, '2026-01-01', '2026-01-31')).body).toEqual({
      moods: [
        { date: '2026-01-01', mood: 'joyful', moods: { joyful: 1 } },
        { date: '2026-01-03', mood: 'calm', moods: { calm: 2, sad: 1 } },
      ],
    });
  });

  test('counts an entry on its own date, also after the author has moved', async () => {
    const ada = await personIn('Pacific/Kiritimati');
    await writeAt(ada, '2026-01-03T11:00:00Z', { mood: 'calm' });
    const moved = await writeAt(ada, '2026-01-03T11:00:00Z', { mood: 'sad' });
    await call(ada, 'PUT', `/api/journal/${moved}`, { entry_date: '2026-01-01' });
    await call(ada, 'PUT', '/api/user/profile', { preferences: { timezone: 'UTC' } });
    expect((await moods(ada, '2026-01-01', '2026-01-31')).body.moods).toEqual([
      { date: '2026-01-01', mood: 'sad', moods: { sad: 1 } },
      { date: '2026-01-04', mood: 'calm', moods: { calm: 1 } },
    ]);
  });

  test('chooses the latest of several equally frequent moods', async () => {
    const ada = await person();
    await writeAt(ada, '2026-01-03T20:00:00Z', { mood: 'calm' });
    await writeAt(ada, '2026-01-03T08:00:00Z', { mood: 'sad' });
    await writeAt(ada, '2026-01-03T12:00:00Z', { mood: 'tired' });
    expect((await moods(ada, '2026-01-03', '2026-01-03')).body.moods[0].mood).toBe('calm');
  });

  test('counts own entries only, also for super admins', async () => {
    const [ada, ben, root] = await Promise.all([person(), person(), superAdmin()]);
    await writeAt(ada, '2026-01-03T08:00:00Z', { mood: 'calm', ...PUBLIC });
    expect((await moods(ben, '2026-01-01', '2026-01-31')).body).toEqual({ moods: [] });
    expect((await moods(root, '2026-01-01', '2026-01-31')).body).toEqual({ moods: [] });
  });

  test.each([
    ['Pacific/Kiritimati', '2026-02-28T10:00:00Z', '2026-03-01T09:59:59.999Z', '2026-03-01'],
    ['Pacific/Niue', '2026-03-01T11:00:00Z', '2026-03-02T10:59:59.999Z', '2026-03-01'],
    ['Europe/Berlin', '2026-10-24T22:00:00Z', '2026-10-25T22:59:59.999Z', '2026-10-25'],
    // Midnight comes twice here.
    ['Atlantic/Azores', '2026-10-25T00:00:00Z', '2026-10-26T00:59:59.999Z', '2026-10-25'],
  ])('counts days as they are in %s', async (timezone, first, last, day) => {
    const ada = await personIn(timezone);
    await writeAt(ada, first, { mood: 'first' });
    await writeAt(ada, last, { mood: 'last' });
    await writeAt(ada, new Date(Date.parse(first) - 1).toISOString(), { mood: 'before' });
    await writeAt(ada, new Date(Date.parse(last) + 1).toISOString(), { mood: 'after' });
    expect((await moods(ada, day, day)).body).toEqual({
      moods: [{ date: day, mood: 'last', moods: { last: 1, first: 1 } }],
    });
  });

  test('counts a mood with a name of JavaScript’s own', async () => {
    const ada = await person();
    await writeAt(ada, '2026-01-03T08:00:00Z', { mood: '__proto__' });
    await writeAt(ada, '2026-01-03T07:00:00Z', { mood: 'constructor' });
    const { status, text } = await moods(ada, '2026-01-03', '2026-01-03');
    expect(status).toBe(200);
    expect(text).toBe('{"moods":[{"date":"2026-01-03","mood":"__proto__","moods":{"__proto__":1,"constructor":1}}]}');
  });

  test.each([
    ['a day', '2026-01-01', '2026-01-01', 200],
    ['366 days', '2025-01-01', '2026-01-01', 200],
    ['367 days', '2025-01-01', '2026-01-02', 400],
    ['a leap year', '2024-01-01', '2024-12-31', 200],
    ['backwards', '2026-01-02', '2026-01-01', 400],
  ])('a range of %s, %s to %s: %i', async (_what, from, to, status) => {
    const response = await moods(await person(), from, to);
    expect(response.status).toBe(status);
    if (status === 400) expect(response.body.code).toBe('journal.range-invalid');
  });

  test.each(['from=2026-01-01', 'to=2026-01-01', '', 'from=2026-02-30&to=2026-03-01', 'from=today&to=now'])(
    '400 refuses %j',
    async (query) => {
      const response = await call(await person(), 'GET', `/api/journal/moods?${query}`);
      expect(response).toMatchObject({ status: 400, body: { code: 'request.invalid' } });
    },
  );

  test('returns 401 without a token', async () => {
    expect((await call(null, 'GET', '/api/journal/moods?from=2026-01-01&to=2026-01-02')).status).toBe(401);
  });
});

function entryRow({ id }: Person, at: Date) {
  return {
    id: deps.ids.next(),
    user_id: id,
    title: 'One of many',
    content: '',
    effective_metadata_visibility: 'user' as const,
    effective_content_visibility: 'user' as const,
    ...entryCreatedAt(at),
  };
}
