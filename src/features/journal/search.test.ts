import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Person, startTestApp } from '../../../test/start-test-app.ts';
import type { VisibilityLevel } from './visibility.schema.ts';

const { person, superAdmin, call, deps, clock } = await startTestApp();

const LEVELS = ['user', 'team', 'org', 'public'] as const;
const NOTHING = { entries: [], next_cursor: null };

const [owner, mate, colleague, stranger, root] = await Promise.all([
  person(),
  person(),
  person(),
  person(),
  superAdmin(),
]);
const { org, team } = await makeGroups();

async function makeGroups(): Promise<{ org: string; team: string }> {
  const ids = { org: randomUUID(), team: randomUUID() };
  const now = deps.clock.now();
  const times = { created_at: now, updated_at: now };
  await deps.db
    .insertInto('organization')
    .values({ id: ids.org, name: 'Us', owner_id: owner.id, ...times })
    .execute();
  for (const { id } of [owner, mate, colleague]) {
    const role = id === owner.id ? 'owner' : 'member';
    await deps.db
      .insertInto('organization_member')
      .values({ org_id: ids.org, user_id: id, role, joined_at: now })
      .execute();
  }
  await deps.db
    .insertInto('team')
    .values({ id: ids.team, org_id: ids.org, name: 'We', admin_id: owner.id, ...times })
    .execute();
  for (const { id } of [owner, mate]) {
    await deps.db
      .insertInto('team_member')
      .values({ team_id: ids.team, org_id: ids.org, user_id: id, role: 'member', joined_at: now })
      .execute();
  }
  return ids;
}

/** Writes an entry, a moment after the one before, and gives back its id. It has a mood, so that nobody is asked for one. */
async function write(author: Person, title: string, content: string, more: object = {}): Promise<string> {
  clock.advance(1);
  const body = { title, content, mood: 'calm', ...more };
  const answer = await call(author, 'POST', '/api/journal', body);
  expect(answer.status).toBe(201);
  return answer.body.entry.id;
}

const list = (viewer: Person, query: Record<string, string>) =>
  call(viewer, 'GET', `/api/journal?${new URLSearchParams(query)}`);

const idsIn = (answer: Awaited<ReturnType<typeof list>>): string[] =>
  answer.body.entries.map(({ id }: { id: string }) => id);

const find = async (viewer: Person, q: string, more: Record<string, string> = {}) =>
  idsIn(await list(viewer, { q, ...more }));

describe('GET /api/journal', () => {
  describe('q finds words', () => {
    const author = person();
    let river: string;
    let walk: string;
    let accents: string;
    beforeAll(async () => {
      river = await write(await author, 'By the River', 'The quick brown fox, she said: jumps over a lazy dog.');
      walk = await write(await author, 'A long walk', 'Over the hills and far away; a dog ran along the RIVER-bank.');
      accents = await write(await author, 'Später', 'naïve Überlegung am Café, 日記 and кофе');
    });

    test.each<[string, string, (() => string)[]]>([
      ['of the title', 'walk', [() => walk]],
      ['of the text', 'fox', [() => river]],
      ['of title and text together', 'walk hills', [() => walk]],
      ['in any order', 'dog river', [() => walk, () => river]],
      ['in any case', 'QUICK bRoWn', [() => river]],
      ['of capitals by small letters', 'river', [() => walk, () => river]],
      ['with accents in any case', 'ÜBERLEGUNG', [() => accents]],
      ['of other scripts', '日記', [() => accents]],
      ['of other alphabets in any case', 'КОФЕ', [() => accents]],
      ['not without the accents that they have', 'naive', []],
      ['not by their stem: they are taken as they come', 'jump', []],
      ['not by their beginning', 'riv', []],
      ['all of them, not one', 'fox hills', []],
      ['as a phrase', '"brown fox"', [() => river]],
      ['as a phrase across punctuation', '"fox she said"', [() => river]],
      ['not as a phrase in another order', '"fox brown"', []],
      ['without another', 'dog -fox', [() => walk]],
      ['without a phrase', 'dog -"brown fox"', [() => walk]],
      ['one or the other', 'fox or hills', [() => walk, () => river]],
      ['among signs that mean nothing', 'fox & | ! <-> :* ()', [() => river]],
    ])('%s: %s', async (_what, q, expected) => {
      expect(await find(await author, q)).toEqual(expected.map((idOf) => idOf()));
    });
  });

  describe('q, whatever it holds', () => {
    beforeAll(() => write(stranger, 'Ordinary', 'Nothing that a trick should find: 100% of a_b and c\\d.'));

    test.each([
      '%',
      '_',
      '%%%',
      '.*',
      '(a+)+$',
      "' or 1=1--",
      "'; drop table journal_entry; --",
      "') or true --",
      '$1',
      '\\',
      '"',
      '"""',
      '-',
      '- -',
      '!',
      '&',
      '<->',
      ':*',
      'or',
      'a or',
      '-"',
      '\u{1f33f}',
      '(((((((((((',
      `${'a '.repeat(99)}b`,
      `${'-'.repeat(199)}a`,
      `${'-('.repeat(99)}a`,
      `${'- or '.repeat(39)}a`,
      `${'a or -'.repeat(33)}a`,
      `${'"a" '.repeat(49)}z`,
    ])('%j finds nothing, and quickly', async (q) => {
      const startedAt = performance.now();
      const answer = await list(mate, { q });
      expect(answer).toMatchObject({ status: 200, body: NOTHING });
      expect(performance.now() - startedAt).toBeLessThan(1_000);
    });

    test.each([
      ['nothing', '', 400],
      ['200 characters', 'x'.repeat(200), 200],
      ['201 characters', 'x'.repeat(201), 400],
      ['a NUL', 'a\u0000b', 400],
    ])('of %s is answered as it deserves', async (_what, q, status) => {
      expect((await list(mate, { q })).status).toBe(status);
    });
  });

  describe.each(LEVELS)('q, where the title is for %s', (metadata) => {
    test.each(LEVELS)('and the text is for %s, finds no more than the viewer may read', async (content) => {
      const [titleWord, textWord] = [`title${metadata}${content}`, `text${metadata}${content}`];
      const id = await write(owner, `A ${titleWord} here`, `Some ${textWord} there`, {
        metadata_visibility: metadata,
        content_visibility: content,
        team_id: team,
        org_id: org,
      });
      const viewers: [string, Person, readonly VisibilityLevel[]][] = [
        ['the owner', owner, LEVELS],
        ['a team mate', mate, ['team', 'org', 'public']],
        ['a member of the organization', colleague, ['org', 'public']],
        ['a stranger', stranger, ['public']],
        ['a super admin', root, LEVELS],
      ];
      for (const [name, viewer, levels] of viewers) {
        const mayKnow = levels.includes(metadata);
        const mayRead = mayKnow && levels.includes(content);
        const expected = (isFound: boolean) => [name, isFound ? [id] : []];
        expect([name, await find(viewer, titleWord)], 'by the title').toEqual(expected(mayKnow));
        expect([name, await find(viewer, textWord)], 'by the text').toEqual(expected(mayRead));
        expect([name, await find(viewer, `${titleWord} ${textWord}`)], 'by both').toEqual(expected(mayRead));
        // Whoever may not read the text must not learn by a minus that it holds the word.
        expect([name, await find(viewer, `${titleWord} -${textWord}`)], 'by the title without the text').toEqual(
          expected(mayKnow && !mayRead),
        );
        const found = await list(viewer, { q: titleWord });
        if (mayKnow) expect(found.body.entries[0]).toMatchObject({ content_hidden: !mayRead });
        if (!mayRead) expect(found.text).not.toContain(textWord);
        if (!mayRead) expect((await list(viewer, { q: textWord })).body).toEqual(NOTHING);
      }
    });
  });

  describe('q, after something else has changed', () => {
    test('follows the visibility of a notebook at once, both ways', async () => {
      const { body } = await call(owner, 'POST', '/api/notebooks', { name: 'Shared or not', team_id: team });
      const notebook = `/api/notebooks/${body.notebook.id}`;
      const id = await write(owner, 'A quokka', 'It ate a papaya', { notebook_id: body.notebook.id });
      const change = (metadata: VisibilityLevel, content: VisibilityLevel) =>
        call(owner, 'PUT', notebook, { metadata_visibility: metadata, content_visibility: content });
      const seenBy = async (viewer: Person) => [await find(viewer, 'quokka'), await find(viewer, 'papaya')];

      expect(await seenBy(mate)).toEqual([[], []]);
      await change('team', 'user');
      expect(await seenBy(mate)).toEqual([[id], []]);
      await change('team', 'team');
      expect(await seenBy(mate)).toEqual([[id], [id]]);
      expect(await seenBy(colleague)).toEqual([[], []]);
      await change('user', 'public');
      expect(await seenBy(mate)).toEqual([[], []]);
      await change('public', 'public');
      expect(await seenBy(stranger)).toEqual([[id], [id]]);
      await call(owner, 'DELETE', notebook);
      expect(await seenBy(mate)).toEqual([[], []]);
      expect(await seenBy(owner)).toEqual([[id], [id]]);
    });

    test('finds the new words of an entry, not the old ones', async () => {
      const id = await write(owner, 'An aardvark', 'It was there');
      await call(owner, 'PUT', `/api/journal/${id}`, { title: 'A wombat', content: 'It was elsewhere' });
      expect(await find(owner, 'aardvark')).toEqual([]);
      expect(await find(owner, 'wombat elsewhere')).toEqual([id]);
      await call(owner, 'DELETE', `/api/journal/${id}`);
      expect(await find(owner, 'wombat')).toEqual([]);
    });

    test('ends with the membership that allowed it', async () => {
      const guest = await person();
      await deps.db
        .insertInto('organization_member')
        .values({ org_id: org, user_id: guest.id, role: 'member', joined_at: deps.clock.now() })
        .execute();
      const id = await write(owner, 'An okapi', 'striped', {
        metadata_visibility: 'org',
        content_visibility: 'org',
        org_id: org,
      });
      expect(await find(guest, 'okapi striped')).toEqual([id]);
      await deps.db.deleteFrom('organization_member').where('user_id', '=', guest.id).execute();
      expect(await find(guest, 'okapi')).toEqual([]);
    });
  });

  describe('q together with others', () => {
    const SHARED = { metadata_visibility: 'public', content_visibility: 'public' };

    test('keeps only what all filters let through', async () => {
      const { body } = await call(owner, 'POST', '/api/notebooks', { name: 'Zoo' });
      const id = await write(owner, 'Filtered axolotl', 'pink', {
        mood: 'Joyful',
        tags: ['pets', 'Water'],
        notebook_id: body.notebook.id,
      });
      await write(owner, 'Another axolotl', 'grey', { mood: 'sad', tags: ['pets'] });
      const q = 'axolotl';
      expect(await find(owner, q, { mood: 'joyful' })).toEqual([id]);
      expect(await find(owner, q, { tag: 'Water' })).toEqual([id]);
      expect(await find(owner, q, { notebook_id: body.notebook.id })).toEqual([id]);
      expect(await find(owner, q, { mood: 'joyful', tag: 'pets', scope: 'mine' })).toEqual([id]);
      expect(await find(owner, q, { mood: 'sad', tag: 'Water' })).toEqual([]);
      expect(await find(owner, q, { scope: 'shared' })).toEqual([]);
      expect(await find(owner, q)).toHaveLength(2);
    });

    test('scope takes one’s own, those of others, or both', async () => {
      const mine = await write(mate, 'Mine, a narwhal', 'x');
      const theirs = await write(owner, 'Theirs, a narwhal', 'x', SHARED);
      expect(await find(mate, 'narwhal', { scope: 'mine' })).toEqual([mine]);
      expect(await find(mate, 'narwhal', { scope: 'shared' })).toEqual([theirs]);
      expect(await find(mate, 'narwhal')).toEqual([theirs, mine]);
      expect(await find(root, 'narwhal', { scope: 'mine' })).toEqual([]);
      expect(await find(root, 'narwhal', { scope: 'shared' })).toEqual([theirs, mine]);
      expect((await list(mate, { q: 'narwhal', scope: 'everything' })).status).toBe(400);
    });

    test('comes in pages that are neither short of anything nor double', async () => {
      const written: string[] = [];
      for (let number = 0; number < 7; number += 1) {
        const author = number % 2 === 0 ? owner : mate;
        written.push(await write(author, `Pangolin ${number}`, 'rolled up', SHARED));
      }
      const pages: string[][] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const answer = await list(mate, { q: 'pangolin', limit: '3', ...(cursor !== '' && { cursor }) });
        pages.push(idsIn(answer));
        cursor = answer.body.next_cursor;
      }
      expect(pages.map(({ length }) => length)).toEqual([3, 3, 1]);
      expect(pages.flat()).toEqual(written.toReversed());
      expect((await list(mate, { q: 'pangolin', limit: '7' })).body.next_cursor).toBeNull();
      expect((await list(mate, { q: 'pangolin', cursor: 'bm90IG91cnM' })).body.code).toBe('request.invalid-cursor');
    });
  });

  describe('from and to', () => {
    /** Writes an entry as of an instant. */
    async function writeAt(author: Person, instant: number): Promise<string> {
      const id = await write(author, 'Dated', 'text');
      await deps.db
        .updateTable('journal_entry')
        .set({ created_at: new Date(instant) })
        .where('id', '=', id)
        .execute();
      return id;
    }

    async function personIn(timezone: string): Promise<Person> {
      const somebody = await person();
      await call(somebody, 'PUT', '/api/user/profile', { preferences: { timezone } });
      return somebody;
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

    test('take the day of whoever asks, not of the author', async () => {
      const [author, asking] = [await personIn('Pacific/Kiritimati'), await personIn('Pacific/Niue')];
      const id = await writeAt(author, Date.parse('2026-03-01T09:00:00Z'));
      await call(author, 'PUT', `/api/journal/${id}`, { title: 'Dugong', metadata_visibility: 'public' });
      expect(await find(author, 'dugong', { from: '2026-03-01', to: '2026-03-01' })).toEqual([id]);
      expect(await find(asking, 'dugong', { from: '2026-03-01', to: '2026-03-01' })).toEqual([]);
      expect(await find(asking, 'dugong', { from: '2026-02-28', to: '2026-02-28' })).toEqual([id]);
    });

    test('take instants as they are, both included', async () => {
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

    test('that lie the wrong way around find nothing', async () => {
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
    ])('refuse %j', async (moment) => {
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
