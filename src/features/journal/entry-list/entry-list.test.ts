import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { entryCreatedAt } from '#test/entry-dates.ts';
import { createOrganization, createTeam } from '#test/groups.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { PUBLIC_AUDIENCE } from '../visibility/visibility.rules.ts';

const { person, superAdmin, call, deps, clock } = await startTestApp();

type Listed = { id: string; title: string; user_id: string; created_at: string; content: string | null };

/** What is public in one case is public in the others as well, so each case lists what carries a tag of its own. */
const uniqueTag = () => `tag ${randomUUID()}`;

async function write(author: Person, fields: object = {}): Promise<Listed> {
  const entry = { title: 'An entry', content: 'Some text', mood: 'calm', ...fields };
  const { status, body } = await call(author, 'POST', '/api/journal', entry);
  expect(status).toBe(201);
  return body.entry;
}

type Page = { entries: Listed[]; next_cursor: string | null };

async function list(viewer: Person, query: Record<string, string | number>): Promise<Page> {
  const { status, body } = await call(viewer, 'GET', `/api/journal?${search(query)}`);
  expect(status).toBe(200);
  return body;
}

const search = (query: Record<string, string | number>) =>
  new URLSearchParams(Object.entries(query).map(([key, value]): [string, string] => [key, String(value)])).toString();

/** Every page from the first to the last, in order. */
async function listPages(viewer: Person, query: Record<string, string | number>): Promise<Listed[][]> {
  const pages: Listed[][] = [];
  let cursor: string | null = null;
  do {
    const page: Page = await list(viewer, { ...query, ...(cursor !== null && { cursor }) });
    pages.push(page.entries);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return pages;
}

const titlesOf = ({ entries }: Page) => entries.map(({ title }) => title);

type Row = {
  author: Person;
  tag: string;
  createdAt: Date;
  audience?: string | null;
  content?: string;
  isHidden?: boolean;
};

/** Writes entries as rows, which sets what the interface would not: when they were made. Returns their ids. */
async function insertRows(rows: readonly Row[]): Promise<string[]> {
  const values = rows.map(({ author, tag, createdAt, audience = null, content = 'Text', isHidden = false }) => ({
    id: randomUUID(),
    user_id: author.id,
    title: 'An entry',
    content,
    tags: [tag],
    // The level is for the reader alone: the audience decides.
    effective_metadata_visibility: audience === null ? ('user' as const) : ('public' as const),
    effective_content_visibility: audience === null ? ('user' as const) : ('public' as const),
    metadata_audience: audience,
    content_audience: isHidden ? null : audience,
    ...entryCreatedAt(createdAt),
  }));
  await deps.db.insertInto('journal_entry').values(values).execute();
  return values.map(({ id }) => id);
}

describe('GET /api/journal', () => {
  test('returns an empty list to a user without entries', async () => {
    expect(await list(await person(), { scope: 'mine' })).toEqual({ entries: [], next_cursor: null });
  });

  test('returns each entry as GET by id does', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const tag = uniqueTag();
    const hidden = await write(ada, { tags: [tag], metadata_visibility: 'public' });
    const open = await write(ada, { tags: [tag], metadata_visibility: 'public', content_visibility: 'public' });
    for (const viewer of [ada, ben]) {
      const { entries } = await list(viewer, { tag });
      const read = async (id: string) => (await call(viewer, 'GET', `/api/journal/${id}`)).body.entry;
      expect(entries).toHaveLength(2);
      for (const { id } of [hidden, open]) expect(entries).toContainEqual(await read(id));
    }
  });

  test('hides content in all fields of the response', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const [tag, canary] = [uniqueTag(), randomUUID()];
    await write(ada, { tags: [tag], content: `@[Canary](${canary})`, metadata_visibility: 'public' });
    const { body, text } = await call(ben, 'GET', `/api/journal?${search({ tag })}`);
    expect(body.entries).toMatchObject([{ content: null, content_hidden: true, mentions: null }]);
    expect(text).not.toContain(canary);
  });

  test('lists entries newest first, and by descending id within an instant', async () => {
    const ada = await person();
    const oldest = await write(ada, { title: 'oldest' });
    clock.advance(1);
    const twins = [await write(ada, { title: 'twin' }), await write(ada, { title: 'twin' })];
    clock.advance(1);
    const newest = await write(ada, { title: 'newest' });
    const { entries } = await list(ada, { scope: 'mine' });
    const twinIds = twins
      .map(({ id }) => id)
      .sort()
      .reverse();
    expect(entries.map(({ id }) => id)).toEqual([newest.id, ...twinIds, oldest.id]);
  });

  test('returns at most `limit` entries, and null as next_cursor at the end', async () => {
    const ada = await person();
    await Promise.all([write(ada), write(ada), write(ada)]);
    expect((await listPages(ada, { scope: 'mine', limit: 1 })).map((page) => page.length)).toEqual([1, 1, 1]);
    expect((await listPages(ada, { scope: 'mine', limit: 2 })).map((page) => page.length)).toEqual([2, 1]);
    expect((await listPages(ada, { scope: 'mine', limit: 3 })).map((page) => page.length)).toEqual([3]);
    expect((await listPages(ada, { scope: 'mine', limit: 500 })).map((page) => page.length)).toEqual([3]);
  });

  test('returns 500 entries by default', async () => {
    const ada = await person();
    const tag = uniqueTag();
    await insertRows(Array.from({ length: 501 }, () => ({ author: ada, tag, createdAt: clock.now() })));
    expect((await listPages(ada, { scope: 'mine' })).map((page) => page.length)).toEqual([500, 1]);
  });

  test('ends a page at 5 MB of text and continues on the next one', async () => {
    const ada = await person();
    const content = 'c'.repeat(100_000);
    await insertRows(Array.from({ length: 52 }, () => ({ author: ada, tag: 'long', createdAt: clock.now(), content })));
    expect((await listPages(ada, { scope: 'mine' })).map((page) => page.length)).toEqual([50, 2]);
  });

  test('does not reveal the length of hidden texts by the size of a page', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const tag = uniqueTag();
    const hidden = { author: ada, tag, audience: PUBLIC_AUDIENCE, isHidden: true, content: 'c'.repeat(100_000) };
    await insertRows(Array.from({ length: 52 }, () => ({ ...hidden, createdAt: clock.now() })));
    expect((await listPages(ben, { tag })).map((page) => page.length)).toEqual([52]);
  });

  test('pages through entries of all audiences without gaps or repeats, whatever their dates', async () => {
    const [ada, ben, stranger] = await Promise.all([person(), person(), person()]);
    const org = await createOrganization(deps, ben, [ada]);
    const teams = [await createTeam(deps, org, ben, [ada]), await createTeam(deps, org, ben, [ada])];
    const foreignTeam = await createTeam(deps, org, ben);
    const seen = [null, PUBLIC_AUDIENCE, org, ...teams];
    const start = clock.now().getTime();
    const row = fc.oneof(
      fc.record({ author: fc.constant(ada), audience: fc.constantFrom(...seen), minute: fc.nat(2) }),
      fc.record({ author: fc.constant(ben), audience: fc.constantFrom(...seen, foreignTeam), minute: fc.nat(2) }),
      fc.record({ author: fc.constant(stranger), audience: fc.constantFrom(null, PUBLIC_AUDIENCE), minute: fc.nat(2) }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: 1, maxLength: 30, size: 'max' }),
        fc.integer({ min: 1, max: 9 }),
        async (made, limit) => {
          const tag = uniqueTag();
          const rows = made.map((fact) => ({ ...fact, tag, createdAt: new Date(start - fact.minute * 60_000) }));
          const ids = await insertRows(rows);
          const visible = rows
            .map((fact, index) => ({ ...fact, id: ids[index] ?? '' }))
            .filter(({ author, audience }) => author === ada || (audience !== null && audience !== foreignTeam))
            .sort((one, other) => Number(other.createdAt) - Number(one.createdAt) || (one.id < other.id ? 1 : -1));

          const pages = await listPages(ada, { tag, limit });
          expect(pages.flat().map(({ id }) => id)).toEqual(visible.map(({ id }) => id));
          expect(pages.slice(0, -1).every((page) => page.length === limit)).toBe(true);
        },
      ),
      { numRuns: 25 },
    );
  });

  test('continues after the last page, whatever is created or deleted between requests', async () => {
    const ada = await person();
    const written: Listed[] = [];
    for (let count = 0; count < 4; count += 1) {
      written.unshift(await write(ada));
      clock.advance(1);
    }
    const first = await list(ada, { scope: 'mine', limit: 2 });
    await write(ada, { title: 'written meanwhile' });
    await call(ada, 'DELETE', `/api/journal/${first.entries[1]?.id}`);
    const second = await list(ada, { scope: 'mine', limit: 2, cursor: first.next_cursor ?? '' });
    expect(second.entries.map(({ id }) => id)).toEqual(written.slice(2).map(({ id }) => id));
    expect(second.next_cursor).toBeNull();
  });

  test('accepts a cursor of the far future and of 1970', async () => {
    const ada = await person();
    await write(ada);
    const cursorAt = (milliseconds: string) => Buffer.from(`${milliseconds} ${randomUUID()}`).toString('base64url');
    const countAfter = async (milliseconds: string) =>
      (await list(ada, { scope: 'mine', cursor: cursorAt(milliseconds) })).entries.length;
    expect(await countAfter('999999999999999')).toBe(1);
    expect(await countAfter('0')).toBe(0);
  });

  test('separates own entries from those of others by scope', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const tag = uniqueTag();
    const levels = { tags: [tag], metadata_visibility: 'public' };
    await write(ada, { ...levels, title: 'Ada’s' });
    clock.advance(1);
    await write(ben, { ...levels, title: 'Ben’s' });
    expect(titlesOf(await list(ada, { tag, scope: 'mine' }))).toEqual(['Ada’s']);
    expect(titlesOf(await list(ada, { tag, scope: 'shared' }))).toEqual(['Ben’s']);
    expect(titlesOf(await list(ada, { tag }))).toEqual(['Ben’s', 'Ada’s']);
  });

  test('lists an entry once for a member of several groups', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const org_id = await createOrganization(deps, ada, [ben]);
    const team_id = await createTeam(deps, org_id, ada, [ben]);
    await createTeam(deps, org_id, ben, [ada]);
    const tag = uniqueTag();
    await write(ada, { tags: [tag], title: 'team', metadata_visibility: 'team', team_id, org_id });
    clock.advance(1);
    await write(ada, { tags: [tag], title: 'organization', metadata_visibility: 'org', team_id, org_id });
    for (const scope of ['all', 'shared']) {
      const query = scope === 'all' ? { tag } : { tag, scope };
      expect(titlesOf(await list(ben, query))).toEqual(['organization', 'team']);
    }
  });

  test('shows the entries of all users to a super admin, without their own if requested', async () => {
    const [ada, admin] = await Promise.all([person(), superAdmin()]);
    const tag = uniqueTag();
    await write(ada, { tags: [tag], title: 'private' });
    clock.advance(1);
    await write(admin, { tags: [tag], title: 'own' });
    expect((await list(admin, { tag })).entries).toMatchObject([
      { title: 'own' },
      { title: 'private', content: 'Some text' },
    ]);
    expect(titlesOf(await list(admin, { tag, scope: 'shared' }))).toEqual(['private']);
    expect(titlesOf(await list(admin, { tag, scope: 'mine' }))).toEqual(['own']);
  });

  test('audits the hidden entries that a super admin reads, and no others', async () => {
    const [ada, admin] = await Promise.all([person(), superAdmin()]);
    const tag = uniqueTag();
    await write(admin, { tags: [tag] });
    await write(ada, { tags: [tag], metadata_visibility: 'public', content_visibility: 'public' });
    const hidden = [
      await write(ada, { tags: [tag] }),
      await write(ada, { tags: [tag], metadata_visibility: 'public' }),
      await write(ada, { tags: [tag], content_visibility: 'public' }),
    ];
    expect((await list(admin, { tag })).entries).toHaveLength(5);
    const rows = await deps.db.selectFrom('audit_log').selectAll().where('actor_id', '=', admin.id).execute();
    expect(rows.map((row) => row.subject_id).sort()).toEqual(hidden.map(({ id }) => id).sort());
  });

  test('filters by mood, ignoring case and wildcards', async () => {
    const ada = await person();
    await write(ada, { title: 'calm', mood: 'Calm' });
    await write(ada, { title: 'other', mood: 'calm but tired' });
    const titlesWith = async (mood: string) => titlesOf(await list(ada, { scope: 'mine', mood }));
    expect(await titlesWith('calm')).toEqual(['calm']);
    expect(await titlesWith('CALM')).toEqual(['calm']);
    expect(await titlesWith('calm%')).toEqual([]);
    expect(await titlesWith('%')).toEqual([]);
    expect(await titlesWith("' or true --")).toEqual([]);
  });

  test('filters by a complete tag', async () => {
    const ada = await person();
    await write(ada, { title: 'walk', tags: ['walk', 'a,b'] });
    await write(ada, { title: 'other', tags: ['walking', 'b'] });
    const titlesWith = async (tag: string) => titlesOf(await list(ada, { scope: 'mine', tag }));
    expect(await titlesWith('walk')).toEqual(['walk']);
    expect(await titlesWith('a,b')).toEqual(['walk']);
    expect(await titlesWith('a')).toEqual([]);
    expect(await titlesWith('{walk}')).toEqual([]);
  });

  test('filters by any of several moods', async () => {
    const ada = await person();
    for (const mood of ['Calm', 'sad', 'tired']) {
      await write(ada, { title: mood, mood });
      clock.advance(1);
    }
    const titlesWith = async (query: string) => {
      const { status, body } = await call(ada, 'GET', `/api/journal?scope=mine&${query}`);
      expect(status).toBe(200);
      return titlesOf(body);
    };
    expect(await titlesWith('mood=CALM&mood=tired')).toEqual(['tired', 'Calm']);
    expect(await titlesWith('mood=sad&mood=sad')).toEqual(['sad']);
    expect(await titlesWith('mood=joyful&mood=proud')).toEqual([]);
    expect(await titlesWith(`mood=sad&${'mood=other&'.repeat(9)}`)).toEqual(['sad']);
  });

  test('filters by all of several tags, also in a search', async () => {
    const ada = await person();
    await write(ada, { title: 'both', tags: ['walk', 'rain', 'dog'] });
    clock.advance(1);
    await write(ada, { title: 'one', tags: ['walk'] });
    const titlesWith = async (query: string) =>
      titlesOf((await call(ada, 'GET', `/api/journal?scope=mine&${query}`)).body);
    expect(await titlesWith('tag=walk')).toEqual(['one', 'both']);
    expect(await titlesWith('tag=rain&tag=walk')).toEqual(['both']);
    expect(await titlesWith('tag=walk&tag=walk')).toEqual(['one', 'both']);
    expect(await titlesWith('tag=walk&tag=snow')).toEqual([]);
    expect(await titlesWith('tag=walk&tag=dog&q=text&mood=calm&mood=sad')).toEqual(['both']);
  });

  test('filters by author within what the viewer may see', async () => {
    const [ada, ben, cleo] = await Promise.all([person(), person(), person()]);
    const org_id = await createOrganization(deps, ada, [ben]);
    const team_id = await createTeam(deps, org_id, ada, [ben]);
    await write(ada, { title: 'private' });
    clock.advance(1);
    await write(ada, { title: 'team', mood: 'sad', metadata_visibility: 'team', team_id, org_id });
    clock.advance(1);
    await write(ada, { title: 'public', tags: ['sun'], metadata_visibility: 'public' });
    await write(ben, { title: 'by Ben', metadata_visibility: 'public' });
    const titlesFor = async (viewer: Person, query: Record<string, string> = {}) =>
      titlesOf(await list(viewer, { user_id: ada.id, ...query }));

    expect(await titlesFor(ada)).toEqual(['public', 'team', 'private']);
    expect(await titlesFor(ada, { scope: 'mine' })).toEqual(['public', 'team', 'private']);
    expect(await titlesFor(ada, { scope: 'shared' })).toEqual([]);
    expect(await titlesFor(ben)).toEqual(['public', 'team']);
    expect(await titlesFor(ben, { scope: 'shared' })).toEqual(['public', 'team']);
    expect(await titlesFor(ben, { scope: 'mine' })).toEqual([]);
    expect(await titlesFor(ben, { mood: 'sad' })).toEqual(['team']);
    expect(await titlesFor(ben, { tag: 'sun' })).toEqual(['public']);
    expect(await titlesFor(ben, { q: 'public or private or team' })).toEqual(['public', 'team']);
    expect(await titlesFor(cleo)).toEqual(['public']);
    expect((await list(ben, { user_id: ada.id })).entries[0]).toMatchObject({ content: null, content_hidden: true });
    expect((await listPages(ben, { user_id: ada.id, limit: 1 })).flat().map(({ title }) => title)).toEqual([
      'public',
      'team',
    ]);
    expect(titlesOf(await list(ben, { user_id: randomUUID() }))).toEqual([]);

    await call(ada, 'POST', `/api/users/${ben.id}/block`);
    expect(await titlesFor(ben), 'blocks hide no entries').toEqual(['public', 'team']);
  });

  test('audits the hidden entries of an author that a super admin lists', async () => {
    const [ada, admin] = await Promise.all([person(), superAdmin()]);
    const hidden = await write(ada, { title: 'private' });
    expect(titlesOf(await list(admin, { user_id: ada.id }))).toEqual(['private']);
    expect(titlesOf(await list(admin, { user_id: ada.id, scope: 'mine' }))).toEqual([]);
    const rows = await deps.db.selectFrom('audit_log').selectAll().where('actor_id', '=', admin.id).execute();
    expect(rows.map((row) => row.subject_id)).toEqual([hidden.id]);
  });

  test("filters by notebook, and finds only shared entries in another user's notebook", async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const notebook = await call(ada, 'POST', '/api/notebooks', { name: 'A notebook' });
    const notebook_id = notebook.body.notebook.id;
    await write(ada, { title: 'private', notebook_id });
    clock.advance(1);
    await write(ada, { title: 'public', notebook_id, metadata_visibility: 'public' });
    await write(ada, { title: 'outside' });
    expect(titlesOf(await list(ada, { notebook_id }))).toEqual(['public', 'private']);
    expect(titlesOf(await list(ben, { notebook_id }))).toEqual(['public']);
    expect(titlesOf(await list(ada, { notebook_id: randomUUID() }))).toEqual([]);
  });

  test('combines filters and keeps them from page to page', async () => {
    const ada = await person();
    for (const mood of ['calm', 'sad', 'calm', 'sad', 'calm']) {
      await write(ada, { title: mood, mood, tags: ['kept'] });
    }
    await write(ada, { title: 'untagged', mood: 'calm' });
    const pages = await listPages(ada, { scope: 'mine', mood: 'calm', tag: 'kept', limit: 2 });
    expect(pages.map((page) => page.map(({ title }) => title))).toEqual([['calm', 'calm'], ['calm']]);
  });

  test.each(['0', '501', 'abc', '1.5', '-1', '', ' 5', '5e1', '0x10', 'Infinity', '99999999999999999999'])(
    '400 refuses a limit of "%s"',
    async (limit) => {
      const { status, body } = await call(await person(), 'GET', `/api/journal?${search({ limit })}`);
      expect({ status, code: body.code }).toEqual({ status: 400, code: 'request.invalid' });
    },
  );

  test.each([
    { what: 'an empty text', cursor: '' },
    { what: 'a word', cursor: 'abc' },
    { what: 'more than 200 characters', cursor: 'A'.repeat(201) },
    { what: 'a time without an id', cursor: Buffer.from('1700000000000').toString('base64url') },
    { what: 'an id that is no UUID', cursor: Buffer.from('1700000000000 abc').toString('base64url') },
    { what: 'a time that is no number', cursor: Buffer.from(`1e3 ${randomUUID()}`).toString('base64url') },
    { what: 'a time before time', cursor: Buffer.from(`-1 ${randomUUID()}`).toString('base64url') },
    { what: 'a time beyond time', cursor: Buffer.from(`${'9'.repeat(16)} ${randomUUID()}`).toString('base64url') },
    { what: 'something after the id', cursor: Buffer.from(`1 ${randomUUID()} x`).toString('base64url') },
  ])('returns 400 for $what as a cursor', async ({ cursor }) => {
    const { status, body } = await call(await person(), 'GET', `/api/journal?${search({ cursor })}`);
    expect(status).toBe(400);
    expect(body.code).toMatch(/^request\.invalid/);
  });

  test.each([
    'scope=all',
    'scope=',
    'scope=mine&scope=shared',
    'notebook_id=abc',
    'notebook_id=',
    'mood=',
    `mood=${'m'.repeat(51)}`,
    'mood=%00',
    'tag=',
    `tag=${'t'.repeat(51)}`,
    'tag=one&tag=',
    `tag=one&tag=${'t'.repeat(51)}`,
    'tag=one&tag=%00',
    'tag=1&tag=2&tag=3&tag=4&tag=5&tag=6&tag=7&tag=8&tag=9&tag=10&tag=11',
    'mood=calm&mood=',
    'mood=calm&mood=%00',
    'mood=1&mood=2&mood=3&mood=4&mood=5&mood=6&mood=7&mood=8&mood=9&mood=10&mood=11',
    'user_id=',
    'user_id=me',
    'user_id=b37c4b5a-3c44-4d3a-9f6e-0f5e2d1c0b0a&user_id=b37c4b5a-3c44-4d3a-9f6e-0f5e2d1c0b0b',
    'limit=1&limit=2',
  ])('returns 400 for the query %s', async (query) => {
    expect((await call(await person(), 'GET', `/api/journal?${query}`)).status).toBe(400);
  });

  test('returns 401 without a token', async () => {
    expect((await call(null, 'GET', '/api/journal')).status).toBe(401);
  });
});
