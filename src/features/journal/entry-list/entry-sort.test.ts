import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { costsOf, settle } from '#test/plans.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { foldEntries } from '../search-text/search-text.actions.ts';
import { PUBLIC_AUDIENCE } from '../visibility/visibility.rules.ts';
import { type EntryFilter, listVisibleEntries, MAX_RANKED_MATCHES } from './entry-list.store.ts';

const { person, superAdmin, call, deps, clock, databaseUrl } = await startTestApp();

type Listed = { id: string; title: string; content: string | null; excerpt: string | null; word_count: number | null };
type Page = { entries: Listed[]; next_cursor: string | null };

const ask = (viewer: Person, query: Record<string, string>) =>
  call(viewer, 'GET', `/api/journal?${new URLSearchParams(query)}`);

async function list(viewer: Person, query: Record<string, string>): Promise<Page> {
  const { status, body, text } = await ask(viewer, query);
  expect(status, text).toBe(200);
  return body;
}

/** The titles of all pages, in order. */
async function titlesOf(viewer: Person, query: Record<string, string>): Promise<string[]> {
  const titles: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Page = await list(viewer, { ...query, ...(cursor !== null && { cursor }) });
    titles.push(...page.entries.map(({ title }) => title));
    cursor = page.next_cursor;
  } while (cursor !== null);
  return titles;
}

async function write(author: Person, title: string, fields: object = {}): Promise<Listed> {
  clock.advance(1);
  const { status, body, text } = await call(author, 'POST', '/api/journal', {
    title,
    content: 'Some text',
    mood: 'calm',
    ...fields,
  });
  expect(status, text).toBe(201);
  return body.entry;
}

const PUBLIC = { metadata_visibility: 'public', content_visibility: 'public' };

describe('GET /api/journal?sort', () => {
  test('oldest is the reverse of newest, page by page, in each scope', async () => {
    const [ada, ben, admin] = [await person(), await person(), await superAdmin()];
    const tag = randomUUID();
    for (const number of [1, 2, 3, 4, 5]) {
      await write(number % 2 === 0 ? ben : ada, `Wombat ${number}`, { ...PUBLIC, tags: [tag] });
    }
    for (const viewer of [ada, admin]) {
      for (const query of [
        { tag },
        { tag, scope: 'shared' },
        { tag, scope: 'mine' },
        { tag, q: 'wombat' },
        { tag, user_id: ben.id },
        { user_id: ada.id },
        { tag, from: '2000-01-01' },
      ] as Record<string, string>[]) {
        const newest = await titlesOf(viewer, { ...query, limit: '2' });
        expect(await titlesOf(viewer, { ...query, sort: 'newest', limit: '2' })).toEqual(newest);
        expect(await titlesOf(viewer, { ...query, sort: 'oldest', limit: '2' })).toEqual(newest.toReversed());
      }
    }
  });

  test('oldest without filters starts with the oldest entry of all groups', async () => {
    const [ada, ben] = [await person(), await person()];
    const now = deps.clock.now();
    const rows = Array.from({ length: 120 }, (_, number) => ({
      id: randomUUID(),
      user_id: number % 2 === 0 ? ada.id : ben.id,
      title: `Old ${number}`,
      content: '',
      effective_metadata_visibility: 'public' as const,
      effective_content_visibility: 'public' as const,
      metadata_audience: PUBLIC_AUDIENCE,
      content_audience: PUBLIC_AUDIENCE,
      created_at: new Date(Date.UTC(1999, 0, 1, 0, number)),
      updated_at: now,
      entry_date: '1999-01-01',
      created_date: '1999-01-01',
    }));
    await deps.db.insertInto('journal_entry').values(rows).execute();
    const page = async (cursor: string | null) => list(ada, { sort: 'oldest', limit: '50', ...(cursor && { cursor }) });
    const first = await page(null);
    const second = await page(first.next_cursor);
    const titles = [...first.entries, ...second.entries].map(({ title }) => title);
    expect(titles).toEqual(rows.slice(0, 100).map(({ title }) => title));
    await deps.db.deleteFrom('journal_entry').where('created_date', '=', '1999-01-01').execute();
  });

  test('entry_date orders own entries by the day that they are about', async () => {
    const ada = await person();
    for (const [title, entry_date] of [
      ['c', '2026-03-01'],
      ['e', '2025-01-01'],
      ['b', '2026-03-01'],
      ['a', '2026-04-01'],
      ['d', '2025-06-01'],
    ])
      await write(ada, title ?? '', { entry_date });
    for (const query of [{}, { q: 'text' }, { user_id: ada.id }, { mood: 'calm' }] as Record<string, string>[]) {
      const sorted = { ...query, scope: 'mine', sort: 'entry_date' };
      for (const limit of ['1', '2', '5']) {
        expect(await titlesOf(ada, { ...sorted, limit })).toEqual(['a', 'b', 'c', 'd', 'e']);
      }
      expect(await titlesOf(ada, { ...sorted, from: '2025-06-01', to: '2026-03-31', limit: '2' })).toEqual([
        'b',
        'c',
        'd',
      ]);
    }
  });

  test('relevance lists the best matches first, a title before a text', async () => {
    const ada = await person();
    await write(ada, 'Quokka', { content: 'A quokka, and a quokka again.' });
    await write(ada, 'Walk', { content: `A quokka among ${'many other words '.repeat(50)}` });
    await write(ada, 'Walk of a quokka', { content: 'Nothing else.' });
    const page = await list(ada, { q: 'quokka', sort: 'relevance' });
    expect(page.entries.map(({ title }) => title)).toEqual(['Quokka', 'Walk of a quokka', 'Walk']);
    expect(page.next_cursor).toBeNull();
    expect((await list(ada, { q: 'quokka', sort: 'relevance', limit: '1' })).next_cursor).toBeNull();
  });

  test('relevance does not depend on hidden content', async () => {
    const [ada, ben] = [await person(), await person()];
    await write(ada, 'Numbat one', { metadata_visibility: 'public', content: 'numbat '.repeat(100) });
    await write(ada, 'Numbat two', { metadata_visibility: 'public', content: 'Nothing' });
    const ids = (await list(ben, { q: 'numbat', sort: 'relevance' })).entries.map(({ title }) => title);
    expect(ids).toEqual(['Numbat two', 'Numbat one']);
    expect((await list(ada, { q: 'numbat', sort: 'relevance' })).entries[0]?.title).toBe('Numbat one');
  });

  test('relevance ranks the newest 500 matches', async () => {
    const ada = await person();
    const best = await write(ada, 'Dugong dugong dugong', { content: 'dugong' });
    await sql`
      insert into journal_entry (id, user_id, title, content, effective_metadata_visibility, effective_content_visibility,
        created_at, updated_at, entry_date, created_date)
      select gen_random_uuid(), user_id, 'Other', 'dugong ' || repeat('word ', 20), 'user', 'user', created_at + n * interval '1 millisecond', updated_at,
        entry_date, created_date
      from journal_entry, generate_series(1, ${MAX_RANKED_MATCHES - 1}) as n where id = ${best.id}`.execute(deps.db);
    await foldEntries(deps);
    const first = async () => (await list(ada, { q: 'dugong', sort: 'relevance', limit: '1' })).entries[0]?.title;
    expect(await first()).toBe(best.title);
    clock.advance(1_000);
    await write(ada, 'Newest', { content: 'dugong' });
    expect(await first()).not.toBe(best.title);
  });

  test('rejects a cursor of another order, and orders that the list does not have', async () => {
    const ada = await person();
    await write(ada, 'One');
    await write(ada, 'Two');
    const sorts = ['newest', 'oldest', 'entry_date'];
    const cursors = await Promise.all(
      sorts.map(async (sort) => (await list(ada, { scope: 'mine', sort, limit: '1' })).next_cursor ?? ''),
    );
    for (const [index, sort] of sorts.entries()) {
      for (const [other, cursor] of cursors.entries()) {
        const { status, body } = await ask(ada, { scope: 'mine', sort, cursor });
        expect([status, body.code]).toEqual(index === other ? [200, undefined] : [400, 'journal.cursor-of-other-sort']);
      }
      const { body } = await ask(ada, { scope: 'mine', q: 'one', sort: 'relevance', cursor: cursors[index] ?? '' });
      expect(body.code).toBe('journal.cursor-of-other-sort');
    }
    for (const [query, code] of [
      [{ sort: 'entry_date' }, 'journal.sort-needs-own-entries'],
      [{ sort: 'entry_date', scope: 'shared' }, 'journal.sort-needs-own-entries'],
      [{ sort: 'relevance' }, 'journal.sort-needs-search'],
      [{ sort: 'oldest', cursor: 'oldest.abc' }, 'request.invalid-cursor'],
      [{ sort: 'oldest', cursor: 'oldest' }, 'request.invalid-cursor'],
      [
        { sort: 'entry_date', scope: 'mine', cursor: (cursors[2] ?? '').replace(/\.\d{4}-/, '.abcd-') },
        'journal.cursor-of-other-sort',
      ],
      [{ sort: 'entry_date', scope: 'mine', cursor: 'entry_date.2026-01-01.abc' }, 'request.invalid-cursor'],
      [{ sort: 'best' }, 'request.invalid'],
    ] as const) {
      const { status, body } = await ask(ada, query);
      expect([status, body.code], JSON.stringify(query)).toEqual([400, code]);
    }
  });
});

describe('GET /api/journal?fields=summary', () => {
  test('returns the entries without content, otherwise the same', async () => {
    const [ada, ben] = [await person(), await person()];
    const tag = randomUUID();
    await write(ada, 'Long', {
      ...PUBLIC,
      tags: [tag],
      content: `With @[Ben](${ben.id}) ${'many words '.repeat(1_000)}`,
    });
    await write(ada, 'Hidden', { tags: [tag], metadata_visibility: 'public' });
    await write(ada, 'Empty', { ...PUBLIC, tags: [tag], content: '' });
    for (const viewer of [ada, ben]) {
      const all = await list(viewer, { tag });
      const summary = await list(viewer, { tag, fields: 'summary' });
      expect(summary).toEqual({ ...all, entries: all.entries.map((entry) => ({ ...entry, content: null })) });
      expect(await list(viewer, { tag, fields: 'all' })).toEqual(all);
    }
    const [empty, hidden, long] = (await list(ben, { tag, fields: 'summary' })).entries;
    expect(empty).toMatchObject({ content_hidden: false, excerpt: '', word_count: 0 });
    expect(hidden).toMatchObject({ content_hidden: true, excerpt: null, word_count: null });
    expect(long).toMatchObject({ content_hidden: false, word_count: 2_002 });
    expect(long?.excerpt).toMatch(/^With Ben many words/);
  });

  test('does not end a page at 5 MB of text', async () => {
    const ada = await person();
    const { id } = await write(ada, 'Long', { content: 'c'.repeat(100_000) });
    await sql`
      insert into journal_entry (id, user_id, title, content, effective_metadata_visibility, effective_content_visibility,
        created_at, updated_at, entry_date, created_date)
      select gen_random_uuid(), user_id, title, content, 'user', 'user', created_at, updated_at, entry_date, created_date
      from journal_entry, generate_series(1, 59) where id = ${id}`.execute(deps.db);
    expect((await list(ada, { scope: 'mine' })).entries).toHaveLength(50);
    const { text, body } = await ask(ada, { scope: 'mine', fields: 'summary' });
    expect(body.entries).toHaveLength(60);
    expect(text.length).toBeLessThan(200_000);
  });

  test.each([
    ['', 0],
    ['   ', 0],
    ['one', 1],
    ['two  words\n', 2],
    ['I love velvet\u000bvery much', 5],
    ['one\u00a0two\u2003three\u3000four\ufefffive', 5],
    ['\t\n\f\r\u1680\u2000\u200a\u2028\u2029\u202f\u205f', 0],
    ['zero\u200bwidth \u{1f33f}', 2],
  ])('counts the words of %j', async (content, count) => {
    const ada = await person();
    const entry = await write(ada, 'Words', { content });
    expect(entry.word_count).toBe(count);
    expect(content.match(/\S+/g)?.length ?? 0).toBe(count);
  });
});

describe('plans', () => {
  test('reads a page of each order from an index', async () => {
    const ada = await person();
    await sql`
      insert into profile (id, email, role_changed_at, created_at, updated_at)
      select gen_random_uuid(), n || '@authors.test', now(), now(), now() from generate_series(1, 200) as n`.execute(
      deps.db,
    );
    // 4,000 public entries and as many private ones.
    await sql`
      insert into journal_entry (id, user_id, title, content, effective_metadata_visibility, effective_content_visibility,
        metadata_audience, content_audience, created_at, updated_at, entry_date, created_date)
      select gen_random_uuid(), author.id, 'A title', 'A text', 'public', 'public', audience, audience,
        now() - n * interval '1 minute', now(), now()::date - (n * 37 % 500), now()::date
      from generate_series(1, 20) as n, profile author, unnest(array[${PUBLIC_AUDIENCE}::uuid, null]) as audience
      where email like '%@authors.test' or author.id = ${ada.id}`.execute(deps.db);
    await settle(deps.db, 'profile', 'journal_entry');
    const viewer = { userId: ada.id, isSuperAdmin: false };
    const cases: { filter: Partial<EntryFilter>; maxBuffers: number }[] = [
      { filter: { scope: 'all', sort: 'oldest' }, maxBuffers: 2_000 },
      { filter: { scope: 'mine', sort: 'oldest' }, maxBuffers: 400 },
      { filter: { scope: 'mine', sort: 'entry_date' }, maxBuffers: 400 },
      {
        filter: {
          scope: 'mine',
          sort: 'entry_date',
          after: { entryDate: '2026-01-01', createdAt: new Date(), id: randomUUID() },
        },
        maxBuffers: 400,
      },
    ];
    for (const { filter, maxBuffers } of cases) {
      const work = (db: typeof deps.db) =>
        listVisibleEntries(db, viewer, { scope: 'all', after: null, maxContentLength: 2_000, ...filter }, 50);
      for (const { buffers, outline } of await costsOf(databaseUrl, work)) {
        expect(buffers, outline.join('\n')).toBeLessThan(maxBuffers);
        if (filter.sort === 'entry_date') {
          expect(outline.join('\n')).toContain('journal_entry_user_id_entry_date_idx');
        }
      }
    }
  });
});
