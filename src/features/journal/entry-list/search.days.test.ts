import { describe, expect, test } from 'vitest';
import { moveEntryTo } from '#test/entry-dates.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';

const { person, call, deps, clock } = await startTestApp();

const NOTHING = { entries: [], next_cursor: null };

const owner = await person();

const list = (viewer: Person, query: Record<string, string>) =>
  call(viewer, 'GET', `/api/journal?${new URLSearchParams(query)}`);

const idsIn = (response: Awaited<ReturnType<typeof list>>): string[] =>
  response.body.entries.map(({ id }: { id: string }) => id);

describe('GET /api/journal', () => {
  describe('from and to', () => {
    /** Writes an entry as of an instant. */
    async function writeAt(author: Person, instant: number): Promise<string> {
      const { body } = await call(author, 'POST', '/api/journal', { title: 'Dated', content: '' });
      const { id } = body.entry;
      await moveEntryTo(deps, id, new Date(instant));
      return id;
    }

    async function personIn(timezone: string): Promise<Person> {
      const user = await person();
      await call(user, 'PUT', '/api/user/profile', { preferences: { timezone } });
      return user;
    }

    test.each([
      ['UTC', '2026-03-01', '2026-03-01T00:00:00Z', '2026-03-02T00:00:00Z'],
      ['Pacific/Kiritimati', '2026-03-01', '2026-02-28T10:00:00Z', '2026-03-01T10:00:00Z'],
      ['Pacific/Niue', '2026-03-01', '2026-03-01T11:00:00Z', '2026-03-02T11:00:00Z'],
      ['Asia/Kathmandu', '2024-02-29', '2024-02-28T18:15:00Z', '2024-02-29T18:15:00Z'],
      ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'],
      ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'],
      // No midnight on this day, and two of them on the next ones.
      ['America/Havana', '2026-03-08', '2026-03-08T05:00:00Z', '2026-03-09T04:00:00Z'],
      ['America/Havana', '2026-11-01', '2026-11-01T04:00:00Z', '2026-11-02T05:00:00Z'],
      ['Atlantic/Azores', '2026-10-25', '2026-10-25T00:00:00Z', '2026-10-26T01:00:00Z'],
      ['Africa/Cairo', '2026-10-29', '2026-10-28T21:00:00Z', '2026-10-29T22:00:00Z'],
    ])('in %s take %s as the whole day there', async (timezone, day, start, end) => {
      const author = await personIn(timezone);
      await writeAt(author, Date.parse(start) - 1);
      const first = await writeAt(author, Date.parse(start));
      const last = await writeAt(author, Date.parse(end) - 1);
      await writeAt(author, Date.parse(end));
      expect(idsIn(await list(author, { from: day, to: day }))).toEqual([last, first]);
      expect(idsIn(await list(author, { from: day, scope: 'mine' }))).toHaveLength(3);
      expect(idsIn(await list(author, { to: day, scope: 'mine' }))).toHaveLength(3);
    });

    test('use the date of the entry, whatever the time zone of the reader', async () => {
      const [author, asking] = [await personIn('Pacific/Kiritimati'), await personIn('Pacific/Niue')];
      const id = await writeAt(author, Date.parse('2026-03-01T09:00:00Z'));
      await call(author, 'PUT', `/api/journal/${id}`, { title: 'Dugong', metadata_visibility: 'public' });
      expect(idsIn(await list(author, { q: 'dugong', from: '2026-03-01', to: '2026-03-01' }))).toEqual([id]);
      expect(idsIn(await list(asking, { q: 'dugong', from: '2026-03-01', to: '2026-03-01' }))).toEqual([id]);
      expect(idsIn(await list(asking, { q: 'dugong', from: '2026-02-28', to: '2026-02-28' }))).toEqual([]);
      expect(idsIn(await list(asking, { scope: 'shared', from: '2026-03-01', to: '2026-03-01' }))).toEqual([id]);
    });

    test('find entries for another day by their own date, newest first', async () => {
      const [author, reader] = [await personIn('Pacific/Kiritimati'), await person()];
      const shared = { title: 'Narwhal', content: '', metadata_visibility: 'public', content_visibility: 'public' };
      const write = async (entry_date: string): Promise<string> => {
        clock.advance(1);
        return (await call(author, 'POST', '/api/journal', { ...shared, entry_date })).body.entry.id;
      };
      const ids = [await write('1999-05-05'), await write('1999-05-06'), await write('1999-05-07')];
      const plain = await writeAt(author, Date.parse('1999-05-06T12:00:00Z'));
      await call(author, 'PUT', `/api/journal/${plain}`, shared);
      const found = (from: string, to: string) =>
        ids.filter((_, day) => `1999-05-0${5 + day}` >= from && `1999-05-0${5 + day}` <= to).reverse();
      for (const [from, to] of [
        ['1999-05-05', '1999-05-06'],
        ['1999-05-07', '1999-05-07'],
        ['1999-05-05', '1999-05-07'],
      ] as const) {
        // The plain entry was created in the evening of the 7th there.
        const expected = to === '1999-05-07' ? [...found(from, to), plain] : found(from, to);
        for (const query of [
          { from, to, scope: 'mine' },
          { from, to },
          { from, to, q: 'narwhal' },
          { from, to, user_id: author.id },
        ]) {
          expect(idsIn(await list(author, query))).toEqual(expected);
        }
        for (const query of [
          { from, to },
          { from, to, scope: 'shared' },
          { from, to, q: 'narwhal' },
          { from, to, user_id: author.id },
        ]) {
          expect(idsIn(await list(reader, query))).toEqual(expected);
        }
      }
    });

    test('take instants, both inclusive', async () => {
      const author = await personIn('Pacific/Kiritimati');
      const [early, late] = [
        await writeAt(author, Date.parse('2026-03-01T12:00:00.000Z')),
        await writeAt(author, Date.parse('2026-03-01T12:00:00.001Z')),
      ];
      expect(idsIn(await list(author, { from: '2026-03-01T14:00:00+02:00', to: '2026-03-01T12:00:00Z' }))).toEqual([
        early,
      ]);
      expect(idsIn(await list(author, { from: '2026-03-01T12:00:00.001Z', scope: 'mine' }))).toEqual([late]);
      expect(idsIn(await list(author, { from: '2026-03-01', to: '2026-03-01T11:59:59.999Z', scope: 'mine' }))).toEqual(
        [],
      );
    });

    test('in the wrong order find nothing', async () => {
      expect((await list(owner, { from: '2026-03-02', to: '2026-03-01' })).body).toEqual(NOTHING);
    });

    test.each([
      '2026-02-30',
      '2025-02-29',
      '2026-13-01',
      '2026-1-1',
      '20260101',
      'today',
      'infinity',
      '-infinity',
      'now',
      '0',
      '',
      '2026-03-01T25:00:00Z',
      '2026-03-01T12:00:00',
      '2026-02-30T12:00:00Z',
      '2026-03-01T12:00:60Z',
      '10000-01-01',
    ])('reject %j', async (moment) => {
      for (const name of ['from', 'to']) {
        expect(await list(owner, { [name]: moment })).toMatchObject({ status: 400, body: { code: 'request.invalid' } });
      }
    });

    test.each(['1900-01-01', '9999-12-31', '9999-12-31T23:59:59.999999999-12:00', '1900-01-01T00:00:00+14:00'])(
      'take %s, the end of what a calendar has',
      async (moment) => {
        expect((await list(owner, { from: moment })).status).toBe(200);
        expect((await list(owner, { to: moment })).status).toBe(200);
      },
    );
  });
});
