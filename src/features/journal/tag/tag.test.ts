import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { entryCreatedAt } from '../../../../test/entry-dates.ts';
import { type Person, startTestApp } from '../../../../test/start-test-app.ts';

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
    const dog = await write(ada, ['dog', 'Walk']);
    expect((await tagsOf(ada)).body).toEqual({
      tags: [
        { tag: 'walk', entry_count: 2, last_used_at: walk.created_at },
        { tag: 'rain', entry_count: 2, last_used_at: rain.created_at },
        { tag: 'Walk', entry_count: 1, last_used_at: dog.created_at },
        { tag: 'dog', entry_count: 1, last_used_at: dog.created_at },
      ],
      next_cursor: null,
    });
  });

  test('counts an entry once if it repeats a tag', async () => {
    const ada = await person();
    await write(ada, ['walk', 'walk']);
    expect((await tagsOf(ada)).body.tags).toMatchObject([{ tag: 'walk', entry_count: 1 }]);
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
