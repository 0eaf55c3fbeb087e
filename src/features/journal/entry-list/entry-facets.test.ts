import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { countStatements } from '#test/count-statements.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { foldEntries } from '../search-text/search-text.actions.ts';
import { listEntries } from './entry-list.actions.ts';
import { MAX_FACET_ENTRIES, MAX_FACET_VALUES } from './entry-list.schema.ts';

const { person, superAdmin, call, deps, clock } = await startTestApp();

const PUBLIC = { metadata_visibility: 'public', content_visibility: 'public' };

async function write(author: Person, fields: object = {}) {
  clock.advance(1);
  const entry = { title: 'An entry', content: 'Some text', mood: 'calm', ...fields };
  const { status, body, text } = await call(author, 'POST', '/api/journal', entry);
  expect(status, text).toBe(201);
  return body.entry;
}

async function list(viewer: Person, query: Record<string, string>) {
  const { status, body, text } = await call(viewer, 'GET', `/api/journal?${new URLSearchParams(query)}`);
  expect(status, text).toBe(200);
  return body;
}

const facetsFor = async (viewer: Person, query: Record<string, string> = {}) =>
  (await list(viewer, { facets: 'true', ...query })).facets;

describe('GET /api/journal?facets=true', () => {
  test('counts by notebook, tag, mood and year, in each list', async () => {
    const ada = await person();
    const { body } = await call(ada, 'POST', '/api/notebooks', { name: 'Zoo' });
    const notebook_id = body.notebook.id;
    await write(ada, { notebook_id, mood: 'Calm', tags: ['walk', 'rain', 'walk'], entry_date: '2025-05-05' });
    await write(ada, { notebook_id, tags: ['walk'], entry_date: '2026-05-05' });
    await write(ada, { mood: 'sad', entry_date: '2026-06-06', content: 'axolotl' });
    const all = {
      notebooks: [{ id: notebook_id, name: 'Zoo', entry_count: 2 }],
      tags: [
        { tag: 'walk', entry_count: 2 },
        { tag: 'rain', entry_count: 1 },
      ],
      moods: [
        { mood: 'calm', entry_count: 2 },
        { mood: 'sad', entry_count: 1 },
      ],
      years: [
        { year: 2026, entry_count: 2 },
        { year: 2025, entry_count: 1 },
      ],
      counted_entries: 3,
      is_complete: true,
    };
    for (const query of [
      {},
      { limit: '1' },
      { sort: 'oldest' },
      { sort: 'entry_date' },
      { user_id: ada.id },
      { q: 'entry' },
      { q: 'entry', sort: 'relevance' },
      { fields: 'summary' },
    ] as Record<string, string>[]) {
      expect(await facetsFor(ada, { scope: 'mine', ...query }), JSON.stringify(query)).toEqual(all);
    }
    const page = await list(ada, { scope: 'mine', limit: '1' });
    expect(await facetsFor(ada, { scope: 'mine', limit: '1', cursor: page.next_cursor })).toEqual(all);
    expect(page).not.toHaveProperty('facets');
    expect(await facetsFor(ada, { scope: 'mine', tag: 'rain' })).toMatchObject({
      moods: [{ mood: 'calm', entry_count: 1 }],
    });
    expect(await facetsFor(ada, { scope: 'mine', q: 'axolotl' })).toMatchObject({
      tags: [],
      notebooks: [],
      counted_entries: 1,
    });
    expect(await facetsFor(ada, { scope: 'mine', q: 'wombat' })).toEqual({
      notebooks: [],
      tags: [],
      moods: [],
      years: [],
      counted_entries: 0,
      is_complete: true,
    });
  });

  test('counts only what the viewer may see, and hides names of notebooks that are not shared', async () => {
    const [ada, ben, inactive, admin] = [await person(), await person(), await person(), await superAdmin()];
    const tag = randomUUID();
    const notebook_id = (await call(ada, 'POST', '/api/notebooks', { name: 'Secret' })).body.notebook.id;
    await write(ada, { ...PUBLIC, tags: [tag], notebook_id, content: 'kiwi' });
    await write(ada, { metadata_visibility: 'public', tags: [tag], notebook_id, content: 'kiwi' });
    await write(ada, { tags: [tag, 'private'], content: 'kiwi' });
    await write(ada, { tags: [tag, 'private'], content: 'kiwi', metadata_visibility: 'private', notebook_id });
    await write(inactive, { ...PUBLIC, tags: [tag, 'inactive'] });
    await deps.db.updateTable('profile').set({ is_active: false }).where('id', '=', inactive.id).execute();
    const seen = await facetsFor(ben, { tag });
    expect(seen).toMatchObject({
      tags: [{ tag, entry_count: 2 }],
      notebooks: [{ id: notebook_id, name: null, entry_count: 2 }],
      counted_entries: 2,
    });
    expect(await facetsFor(ben, { tag, q: 'kiwi' })).toMatchObject({ counted_entries: 1 });
    expect(await facetsFor(ada, { tag })).toMatchObject({
      counted_entries: 4,
      notebooks: [{ name: 'Secret', entry_count: 3 }],
    });
    expect(await facetsFor(admin, { tag })).toMatchObject({ counted_entries: 5 });
  });

  test(`counts the newest ${MAX_FACET_ENTRIES} entries and the ${MAX_FACET_VALUES} most frequent values`, async () => {
    const ada = await person();
    const { id } = await write(ada, { tags: ['oldest'], content: 'ibex' });
    await sql`
      insert into journal_entry (id, user_id, title, content, tags, effective_metadata_visibility, effective_content_visibility,
        created_at, updated_at, entry_date, created_date)
      select gen_random_uuid(), user_id, title, content, array['n' || n % 60], 'user', 'user', created_at + n * interval '1 millisecond',
        updated_at, entry_date, created_date
      from journal_entry, generate_series(1, ${MAX_FACET_ENTRIES - 1}) as n where id = ${id}`.execute(deps.db);
    await foldEntries(deps);
    for (const query of [{}, { q: 'ibex' }] as Record<string, string>[]) {
      const facets = await facetsFor(ada, { scope: 'mine', limit: '1', ...query });
      expect(facets).toMatchObject({ counted_entries: MAX_FACET_ENTRIES, is_complete: true });
      expect(facets.tags).toHaveLength(MAX_FACET_VALUES);
    }
    clock.advance(2_000);
    await write(ada, { content: 'ibex' });
    for (const query of [{}, { q: 'ibex' }] as Record<string, string>[]) {
      const facets = await facetsFor(ada, { scope: 'mine', limit: '1', ...query });
      expect(facets).toMatchObject({ counted_entries: MAX_FACET_ENTRIES, is_complete: false });
      expect(facets.years[0].entry_count).toBe(MAX_FACET_ENTRIES);
    }
  });

  test('costs one statement more, three with a search, and uses the queue of searches', async () => {
    const ada = await person();
    await write(ada);
    const actor = { userId: ada.id, isSuperAdmin: false } as Parameters<typeof listEntries>[1];
    const statementsFor = async (query: Parameters<typeof listEntries>[2]) => {
      const { count, ...counted } = countStatements(deps.db);
      await listEntries({ ...deps, ...counted }, actor, query);
      return count();
    };
    // Two settings of a search, whether there are folded texts, the matches, and the page.
    expect(await statementsFor({ scope: 'mine', q: 'text' })).toBe(5);
    expect(await statementsFor({ scope: 'mine', q: 'text', facets: true })).toBe(8);
    expect(await statementsFor({ scope: 'mine', facets: true })).toBe(4);
    let finish = (): void => undefined;
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const running = Array.from({ length: 12 }, () => deps.searchQueue(ada.id, () => finished));
    const { status, body } = await call(ada, 'GET', '/api/journal?facets=true');
    expect([status, body.code]).toEqual([429, 'journal.too-many-searches']);
    finish();
    await Promise.all(running);
  });

  test('rejects a value that is not a boolean', async () => {
    expect((await call(await person(), 'GET', '/api/journal?facets=some')).status).toBe(400);
  });
});

describe('GET /api/journal?q: the snippet', () => {
  test('shows the first match in readable content, also in a summary', async () => {
    const [ada, ben] = [await person(), await person()];
    const word = `marker${randomUUID().slice(0, 8)}`;
    const content = `${'Before. '.repeat(400)}<b>A ${word}</b> with @[Ben](${ben.id}). ${'After. '.repeat(400)}`;
    await write(ada, { ...PUBLIC, title: 'Open', content });
    await write(ada, { metadata_visibility: 'public', title: `Hidden ${word}`, content: `secret ${word}` });
    await write(ada, { ...PUBLIC, title: `Title ${word}`, content: 'Nothing' });
    for (const viewer of [ada, ben]) {
      for (const fields of ['all', 'summary']) {
        const [title, hidden, open] = (await list(viewer, { q: word, fields })).entries;
        expect(title.snippet).toEqual({ text: 'Nothing', matches: [] });
        if (viewer === ben) expect(hidden.snippet).toBeNull();
        expect(open.snippet.text).toContain(`<b>A ${word}</b> with Ben. After.`);
        expect(
          open.snippet.matches.map(({ start, end }: { start: number; end: number }) =>
            open.snippet.text.slice(start, end),
          ),
        ).toEqual([word]);
        expect(open.content).toBe(fields === 'all' ? content : null);
        expect(open.word_count).toBe(804);
      }
    }
    const [entry] = (await list(ada, { scope: 'mine', limit: '1' })).entries;
    expect(entry).not.toHaveProperty('snippet');
  });
});
