import { beforeAll, describe, expect, test } from 'vitest';
import { countStatements } from '#test/count-statements.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { listEntries } from './entry-list.actions.ts';

const { person, superAdmin, call, clock, deps } = await startTestApp();

const NOTHING = { entries: [], next_cursor: null };

const [owner, mate, stranger, root] = await Promise.all([person(), person(), person(), superAdmin()]);

/** Creates an entry just after the previous one and returns its id. It has a mood, so that no analysis is needed. */
async function write(author: Person, title: string, content: string, more: object = {}): Promise<string> {
  clock.advance(1);
  const body = { title, content, mood: 'calm', ...more };
  const response = await call(author, 'POST', '/api/journal', body);
  expect(response.status).toBe(201);
  return response.body.entry.id;
}

const list = (viewer: Person, query: Record<string, string>) =>
  call(viewer, 'GET', `/api/journal?${new URLSearchParams(query)}`);

const idsIn = (response: Awaited<ReturnType<typeof list>>): string[] =>
  response.body.entries.map(({ id }: { id: string }) => id);

const find = async (viewer: Person, q: string, more: Record<string, string> = {}) =>
  idsIn(await list(viewer, { q, ...more }));

describe('GET /api/journal', () => {
  describe('q searches words', () => {
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
      ['without their accents', 'naive', [() => accents]],
      ['by their beginning', 'riv', [() => walk, () => river]],
      ['not by their end', 'iver', []],
      ['by one letter', 'z', []],
      ['by two letters', 'qu', [() => river]],
      ['all of them, not one', 'fox hills', []],
      ['as a phrase', '"brown fox"', [() => river]],
      ['as a phrase across punctuation', '"fox she said"', [() => river]],
      ['not as a phrase in another order', '"fox brown"', []],
      ['without another', 'dog -fox', [() => walk]],
      ['without a phrase', 'dog -"brown fox"', [() => walk]],
      ['without a whole word, not its beginning', 'dog -fo', [() => walk, () => river]],
      ['without a word alone', '-dog', [() => accents]],
      ['as a phrase whose last word goes on', '"brown fo"', [() => river]],
      ['one or the other', 'fox or hills', [() => walk, () => river]],
      ['among signs that mean nothing', 'fox & | ! <-> :* ()', [() => river]],
    ])('%s: %s', async (_what, q, expected) => {
      expect(await find(await author, q)).toEqual(expected.map((idOf) => idOf()));
    });
  });

  describe('q with special characters', () => {
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
    ])('finds nothing for %j, and with the statements of a word', async (q) => {
      expect(await list(mate, { q })).toMatchObject({ status: 200, body: NOTHING });
      const actor = { userId: mate.id, isSuperAdmin: false } as Parameters<typeof listEntries>[1];
      const statementsFor = async (words: string) => {
        const { count, ...counted } = countStatements(deps.db);
        await listEntries({ ...deps, ...counted }, actor, { q: words });
        return count();
      };
      expect(await statementsFor(q)).toBeLessThanOrEqual(await statementsFor('nowhere'));
    });

    test.each([
      ['nothing', '', 400],
      ['200 characters', 'x'.repeat(200), 200],
      ['201 characters', 'x'.repeat(201), 400],
      ['a NUL', 'a\u0000b', 400],
    ])('of %s returns the documented error', async (_what, q, status) => {
      expect((await list(mate, { q })).status).toBe(status);
    });
  });

  describe('q together with others', () => {
    const SHARED = { metadata_visibility: 'public', content_visibility: 'public' };

    test('combines all filters', async () => {
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

    test('scope selects own entries, those of others, or both', async () => {
      const mine = await write(mate, 'Mine, a narwhal', 'x');
      const theirs = await write(owner, 'Theirs, a narwhal', 'x', SHARED);
      expect(await find(mate, 'narwhal', { scope: 'mine' })).toEqual([mine]);
      expect(await find(mate, 'narwhal', { scope: 'shared' })).toEqual([theirs]);
      expect(await find(mate, 'narwhal')).toEqual([theirs, mine]);
      expect(await find(root, 'narwhal', { scope: 'mine' })).toEqual([]);
      expect(await find(root, 'narwhal', { scope: 'shared' })).toEqual([theirs, mine]);
      expect((await list(mate, { q: 'narwhal', scope: 'everything' })).status).toBe(400);
    });

    test('pages without gaps or repeats', async () => {
      const written: string[] = [];
      for (let number = 0; number < 7; number += 1) {
        const author = number % 2 === 0 ? owner : mate;
        written.push(await write(author, `Pangolin ${number}`, 'rolled up', SHARED));
      }
      const pages: string[][] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const response = await list(mate, { q: 'pangolin', limit: '3', ...(cursor !== '' && { cursor }) });
        pages.push(idsIn(response));
        cursor = response.body.next_cursor;
      }
      expect(pages.map(({ length }) => length)).toEqual([3, 3, 1]);
      expect(pages.flat()).toEqual(written.toReversed());
      expect((await list(mate, { q: 'pangolin', limit: '7' })).body.next_cursor).toBeNull();
      expect((await list(mate, { q: 'pangolin', cursor: 'bm90IG91cnM' })).body.code).toBe('request.invalid-cursor');
    });
  });
});
