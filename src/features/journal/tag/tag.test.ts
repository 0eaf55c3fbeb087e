import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { entryCreatedAt } from '#test/entry-dates.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';

const { person, superAdmin, call, deps, clock } = await startTestApp();

/** Writes an entry with these tags, a second after the one before. */
async function write(author: Person, tags: string[], fields: object = {}): Promise<{ id: string; created_at: string }> {
  clock.advance(1_000);
  const entry = { title: 'An entry', content: '', mood: 'calm', tags, ...fields };
  const { status, body } = await call(author, 'POST', '/api/journal', entry);
  expect(status).toBe(201);
  return body.entry;
}

const tagsOf = (caller: Person | null, query = '') => call(caller, 'GET', `/api/tags${query}`);
const namesOf = async (caller: Person, query = ''): Promise<string[]> => {
  const { status, body } = await tagsOf(caller, query);
  expect(status).toBe(200);
  return body.tags.map(({ tag }: { tag: string }) => tag);
};

describe('GET /api/tags', () => {
  test('returns an empty list without tags', async () => {
    const ada = await person();
    await write(ada, []);
    expect((await tagsOf(ada)).body).toEqual({ tags: [], next_cursor: null });
  });

  test('counts the entries of each tag, most used first, then last used first', async () => {
    const ada = await person();
    await write(ada, ['walk', 'rain']);
    const rain = await write(ada, ['rain']);
    const walk = await write(ada, ['walk']);
    const dog = await write(ada, ['dog']);
    expect((await tagsOf(ada)).body).toEqual({
      tags: [
        { tag: 'walk', entry_count: 2, last_used_at: walk.created_at },
        { tag: 'rain', entry_count: 2, last_used_at: rain.created_at },
        { tag: 'dog', entry_count: 1, last_used_at: dog.created_at },
      ],
      next_cursor: null,
    });
  });

  test('counts an entry once if it repeats a tag', async () => {
    const ada = await person();
    await write(ada, ['walk', 'Walk ']);
    expect((await tagsOf(ada)).body.tags).toMatchObject([{ tag: 'walk', entry_count: 1 }]);
  });

  test('lists a tag once, as it was first written', async () => {
    const ada = await person();
    await write(ada, ['Straße']);
    await write(ada, ['STRASSE', 'Über']);
    await write(ada, ['straße', 'u\u0308ber']);
    expect((await tagsOf(ada)).body.tags).toMatchObject([
      { tag: 'Straße', entry_count: 3 },
      { tag: 'Über', entry_count: 2 },
    ]);
    expect(await namesOf(ada, `?prefix=${encodeURIComponent('ÜB')}`)).toEqual(['Über']);
    expect(await namesOf(ada, '?prefix=strass')).toEqual(['Straße']);
  });

  test('follows changes and deletions of entries', async () => {
    const ada = await person();
    const [first, second] = [await write(ada, ['walk']), await write(ada, ['walk', 'rain'])];
    await call(ada, 'PUT', `/api/journal/${first.id}`, { tags: ['sun'] });
    await call(ada, 'DELETE', `/api/journal/${second.id}`);
    expect((await tagsOf(ada)).body.tags).toEqual([{ tag: 'sun', entry_count: 1, last_used_at: first.created_at }]);
  });

  test('returns own tags only, whatever is shared, also to super admins', async () => {
    const [ada, ben, root] = await Promise.all([person(), person(), superAdmin()]);
    await write(ada, ['hers'], { metadata_visibility: 'public', content_visibility: 'public' });
    await write(ben, ['his']);
    expect(await namesOf(ben)).toEqual(['his']);
    expect(await namesOf(root)).toEqual([]);
  });

  test('filters by prefix, ignoring case and wildcards', async () => {
    const ada = await person();
    await write(ada, ['walk', 'Wales', 'rain', '50%', '_x', 'Äpfel']);
    expect(await namesOf(ada, '?prefix=wal')).toEqual(['Wales', 'walk']);
    expect(await namesOf(ada, '?prefix=WALK')).toEqual(['walk']);
    expect(await namesOf(ada, '?prefix=walking')).toEqual([]);
    expect(await namesOf(ada, '?prefix=%25')).toEqual([]);
    expect(await namesOf(ada, '?prefix=_')).toEqual(['_x']);
    expect(await namesOf(ada, '?prefix=50%25')).toEqual(['50%']);
    expect(await namesOf(ada, `?prefix=${encodeURIComponent('Ä')}`)).toEqual(['Äpfel']);
    expect(await namesOf(ada, `?prefix=${encodeURIComponent("' or true --")}`)).toEqual([]);
  });

  test('returns the 500 most used tags, and the others by prefix', async () => {
    const ada = await person();
    const common = Array.from({ length: 500 }, (_, number) => `common ${number}`);
    const rows = [[...common, 'rare'], common].map((tags) => ({
      id: randomUUID(),
      user_id: ada.id,
      title: 'An entry',
      content: '',
      tags,
      effective_metadata_visibility: 'user' as const,
      effective_content_visibility: 'user' as const,
      ...entryCreatedAt(clock.now()),
    }));
    await deps.db.insertInto('journal_entry').values(rows).execute();
    const names = await namesOf(ada);
    expect(names).toHaveLength(500);
    expect(names).not.toContain('rare');
    expect(await namesOf(ada, '?prefix=rare')).toEqual(['rare']);
  });

  test.each(['prefix=', `prefix=${'p'.repeat(51)}`, 'prefix=a&prefix=b', 'prefix=%00'])(
    'returns 400 for the query %s',
    async (query) => {
      expect((await tagsOf(await person(), `?${query}`)).status).toBe(400);
    },
  );

  test('returns 403 to an inactive user', async () => {
    const [ada, root] = await Promise.all([person(), superAdmin()]);
    await call(root, 'PUT', `/api/admin/users/${ada.id}`, { is_active: false });
    expect((await tagsOf(ada)).status).toBe(403);
  });

  test('returns 401 without a token', async () => {
    expect((await tagsOf(null)).status).toBe(401);
  });
});

describe('The tags of entries', () => {
  const change = async (author: Person, id: string, tags: string[]): Promise<string[]> => {
    const { status, body } = await call(author, 'PUT', `/api/journal/${id}`, { tags });
    expect(status).toBe(200);
    return body.entry.tags;
  };
  const tagsOfEntry = async (author: Person, id: string): Promise<string[]> =>
    (await call(author, 'GET', `/api/journal/${id}`)).body.entry.tags;

  test.each<{ what: string; given: string[]; kept: string[] }>([
    { what: 'another case', given: ['RAIN', 'Rain'], kept: ['rain'] },
    { what: 'spaces around them', given: ['\u3000 rain\n', ' new'], kept: ['rain', 'new'] },
    { what: 'spaces alone', given: [' ', 'sun'], kept: ['sun'] },
    { what: 'another composition', given: ['cafe\u0301', 'Café'], kept: ['café'] },
    { what: 'letters of several', given: ['STRASSE', 'Straẞe'], kept: ['straße'] },
    { what: 'a sigma at the end', given: ['ΟΔΟΣ', 'οδοσ'], kept: ['οδος'] },
    { what: 'another accent, which is another tag', given: ['cafe', 'ΟΔΌΣ'], kept: ['cafe', 'ΟΔΌΣ'] },
    { what: 'a letter without a dot, which is another tag', given: ['raın'], kept: ['raın'] },
  ])('with $what are kept in the form of earlier ones', async ({ given, kept }) => {
    const ada = await person();
    await write(ada, ['rain', 'café', 'straße', 'οδος']);
    const { id } = await write(ada, given);
    expect(await tagsOfEntry(ada, id)).toEqual(kept);
    expect(await change(ada, id, [])).toEqual([]);
    expect(await change(ada, id, given)).toEqual(kept);
  });

  test('are kept in the forms of their user, whatever others write', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    await write(ada, ['Rain']);
    const { id } = await write(ben, ['rain']);
    expect(await tagsOfEntry(ben, id)).toEqual(['rain']);
  });

  test('take another form in the only entry that has them', async () => {
    const ada = await person();
    const first = await write(ada, ['rain']);
    expect(await change(ada, first.id, ['Rain'])).toEqual(['Rain']);
    const second = await write(ada, ['rain']);
    expect(await change(ada, first.id, ['RAIN'])).toEqual(['Rain']);
    expect(await change(ada, first.id, [])).toEqual([]);
    expect(await change(ada, second.id, ['RAIN'])).toEqual(['RAIN']);
    expect(await namesOf(ada)).toEqual(['RAIN']);
  });

  test('are forgotten with their last entry, and come back with it', async () => {
    const ada = await person();
    const forms = async () =>
      (
        await deps.db.selectFrom('journal_tag').select('tag').where('user_id', '=', ada.id).orderBy('tag').execute()
      ).map(({ tag }) => tag);
    const [first, second] = [await write(ada, ['Rain', 'Sun']), await write(ada, ['rain'])];
    await call(ada, 'DELETE', `/api/journal/${first.id}`);
    expect(await forms()).toEqual(['Rain']);
    await change(ada, second.id, ['walk']);
    expect(await forms()).toEqual(['walk']);
    await write(ada, ['RAIN']);
    await call(ada, 'POST', `/api/trash/${first.id}/restore`);
    expect(await tagsOfEntry(ada, first.id)).toEqual(['RAIN', 'Sun']);
  });

  test('are found in any form, of any author, also in a search', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const tag = `Straße ${randomUUID()}`;
    const PUBLIC = { metadata_visibility: 'public', content_visibility: 'public' };
    const [hers, his] = [await write(ada, [tag], PUBLIC), await write(ben, [tag.toUpperCase(), 'sun'], PUBLIC)];
    for (const given of [tag, tag.toUpperCase(), ` ${tag.toLowerCase()} `]) {
      for (const more of [{}, { q: 'entry' }, { sort: 'oldest' }]) {
        const { body } = await call(ada, 'GET', `/api/journal?${new URLSearchParams({ tag: given, ...more })}`);
        const ids = body.entries.map(({ id }: { id: string }) => id);
        expect(ids.toSorted()).toEqual([hers.id, his.id].toSorted());
      }
    }
    const facetsFor = async (viewer: Person) => {
      const query = new URLSearchParams({ tag: tag.toUpperCase(), facets: 'true' });
      return (await call(viewer, 'GET', `/api/journal?${query}`)).body.facets.tags;
    };
    expect(await facetsFor(ada)).toEqual([
      { tag, entry_count: 2 },
      { tag: 'sun', entry_count: 1 },
    ]);
    expect((await facetsFor(ben))[0]).toEqual({ tag: tag.toUpperCase(), entry_count: 2 });
  });
});
