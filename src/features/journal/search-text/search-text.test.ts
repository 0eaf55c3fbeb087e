import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { foldEntries } from './search-text.actions.ts';
import { SEARCH_TEXT_INVARIANTS } from './search-text.invariants.ts';
import { hasSearchTexts, listMissingIndexes } from './search-text.store.ts';

const CRON_SECRET = 'a-secret-of-the-schedule-of-this-test';
const { person, superAdmin, call, deps, clock } = await startTestApp({ environment: { CRON_SECRET } });

const find = async (viewer: Person, q: string, more: Record<string, string> = {}): Promise<string[]> => {
  const { status, body } = await call(viewer, 'GET', `/api/journal?${new URLSearchParams({ q, ...more })}`);
  expect(status).toBe(200);
  return body.entries.map(({ title }: { title: string }) => title);
};

const findOwn = (viewer: Person, q: string) => find(viewer, q, { scope: 'mine' });

async function write(author: Person, title: string, content = '', more: object = {}): Promise<string> {
  clock.advance(1_000);
  const { status, body } = await call(author, 'POST', '/api/journal', { title, content, mood: 'calm', ...more });
  expect(status).toBe(201);
  return body.entry.id;
}

const violations = () =>
  deps.db.transaction().execute(async (tx) => {
    const found = await Promise.all(SEARCH_TEXT_INVARIANTS.map(({ find: list }) => list({ db: tx } as never, 10)));
    return found.flat();
  });

const PUBLIC = { metadata_visibility: 'public', content_visibility: 'public' };
const TITLE_ONLY = { metadata_visibility: 'public', content_visibility: 'private' };

describe('GET /api/journal?q=', () => {
  test.each([
    ['Un café près de la Seine', ['cafe', 'caf', 'CAFÉ', 'pres seine', '"cafe pres"', 'c']],
    ['今天看了中国地图，明后天去东京。', ['地图', '后天', '图', '今天看了中国地图', '"地图 明后"']],
    ['昨日は東京タワーへ行きました', ['東京', 'タワー', 'ﾀﾜｰ']],
    ['วันนี้ไปเที่ยวภูเก็ตกับครอบครัว', ['ภูเก็ต']],
    ['오늘은 학교에서 친구를 만났다', ['학교']],
    ['Das Geburtstagsgeschenk', ['Geburtstag']],
    ['Straße, Ёлка и ещё, Αθήνα', ['strasse', 'елка еще', 'αθηνα']],
    ['הלכתי לירושלים', ['ירושלים']],
    ['في المدرسة', ['مدرسة']],
    ['I don’t e-mail O’Brien', ['dont', "don't", 'email', 'brien', 'nothing or obrien', 'mail -brie']],
  ])('finds %j by each of %j, for its author, readers and super admins', async (text, searches) => {
    const [ada, ben, root] = await Promise.all([person(), person(), superAdmin()]);
    await write(ada, 'Text', text, PUBLIC);
    await write(ada, text, 'Nothing', TITLE_ONLY);
    await write(ada, 'Hidden', text, TITLE_ONLY);
    for (const q of searches) {
      expect((await find(ada, q)).slice(0, 3), q).toEqual(['Hidden', text, 'Text']);
      expect((await find(ben, q)).slice(0, 2), q).toEqual([text, 'Text']);
      expect((await find(root, q)).slice(0, 3), q).toEqual(['Hidden', text, 'Text']);
    }
  });

  test('marks what it found in title and text', async () => {
    const ada = await person();
    await write(ada, 'Cafés of Paris', 'A small café.');
    const { body } = await call(ada, 'GET', '/api/journal?q=cafe');
    expect(body.entries[0]).toMatchObject({
      title_matches: [{ start: 0, end: 4 }],
      snippet: { text: 'A small café.', matches: [{ start: 8, end: 12 }] },
    });
  });

  test.each(['newest', 'oldest', 'entry_date'])(
    'lists all matches beyond the newest entries, %s first',
    async (sort) => {
      const ada = await person();
      await write(ada, 'Axolotl', 'axolotl');
      await sql`
      insert into journal_entry (id, user_id, title, content, effective_metadata_visibility, effective_content_visibility,
        created_at, updated_at, entry_date, created_date)
      select gen_random_uuid(), user_id, case when n % 500 = 0 then 'Axolotl ' || n else 'Other' end, 'word', 'user', 'user',
        created_at + n * interval '1 millisecond', updated_at, entry_date, created_date
      from journal_entry, generate_series(1, 2500) as n where user_id = ${ada.id}`.execute(deps.db);
      await foldEntries(deps);
      const query = { q: 'axolotl', scope: 'mine', sort, limit: '4' };
      const first = (await call(ada, 'GET', `/api/journal?${new URLSearchParams(query)}`)).body;
      const rest = await call(
        ada,
        'GET',
        `/api/journal?${new URLSearchParams({ ...query, cursor: first.next_cursor })}`,
      );
      const titles = [...first.entries, ...rest.body.entries].map(({ title }) => title);
      const oldest = ['Axolotl', ...[500, 1000, 1500, 2000, 2500].map((n) => `Axolotl ${n}`)];
      expect(titles).toEqual(sort === 'oldest' ? oldest : oldest.toReversed());
      expect(await findOwn(ada, 'x')).toEqual([]);
    },
  );
});

describe('Entries of the version before', () => {
  test('are found as they were before until they are folded, and keep their version then', async () => {
    const ada = await person();
    const id = await write(ada, 'Un café', 'Nothing');
    await sql`update journal_entry set title = 'Straße', content = 'Ein naïver Text' where id = ${id}`.execute(deps.db);
    await write(ada, 'Zwei Cafés');
    expect(await findOwn(ada, 'caf')).toEqual(['Zwei Cafés', 'Straße']);
    expect(await findOwn(ada, 'naiv')).toEqual([]);
    const read = () =>
      deps.db
        .selectFrom('journal_entry')
        .select(['version', 'changed_at', 'updated_at'])
        .where('id', '=', id)
        .execute();
    const [before, events] = [await read(), await countEvents()];
    expect((await foldEntries(deps)).results.folded_entries).toBe(1);
    expect(await read()).toEqual(before);
    expect(await countEvents()).toBe(events);
    expect(await findOwn(ada, 'strass naiv')).toEqual(['Straße']);
    expect(await findOwn(ada, 'caf')).toEqual(['Zwei Cafés']);
    expect((await foldEntries(deps)).results).toEqual({ folded_entries: 0, built_indexes: [] });
  });

  async function countEvents(): Promise<number> {
    const { count } = await deps.db
      .selectFrom('event_outbox')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return count;
  }

  test('have their indexes built by the job, also after it was interrupted', async () => {
    const ada = await person();
    await write(ada, 'Un café');
    await sql`update journal_entry set search_text = null, search_title = null, search_source = null`.execute(deps.db);
    await sql`drop index journal_entry_search_stale_idx, journal_entry_search_text_idx`.execute(deps.db);
    await sql`update pg_index set indisvalid = false where indexrelid = 'journal_entry_search_title_idx'::regclass`.execute(
      deps.db,
    );
    expect(await hasSearchTexts(deps.db)).toBe(false);
    expect(await findOwn(ada, 'café')).toEqual(['Un café']);
    const { results } = await foldEntries(deps);
    expect(results.built_indexes.toSorted()).toEqual([
      'journal_entry_search_stale_idx',
      'journal_entry_search_text_idx',
      'journal_entry_search_title_idx',
    ]);
    expect(results.folded_entries).toBeGreaterThan(0);
    expect(await listMissingIndexes(deps.db)).toEqual([]);
    expect(await findOwn(ada, 'cafe')).toEqual(['Un café']);
  });
});

describe('POST /api/cron/fold-entries', () => {
  test('folds what is stale and tells how much it was', async () => {
    const ada = await person();
    await write(ada, 'Straße');
    await sql`update journal_entry set search_text = null, search_title = null, search_source = null`.execute(deps.db);
    const { status, body } = await call(null, 'POST', '/api/cron/fold-entries', undefined, {
      'x-cron-secret': CRON_SECRET,
    });
    expect([status, body.results.folded_entries > 0]).toEqual([200, true]);
    expect(await findOwn(ada, 'strasse')).toEqual(['Straße']);
  });
});

describe('Each write', () => {
  test('of an entry sets what searches compare', async () => {
    const ada = await person();
    const id = await write(ada, 'Un café', 'Straße');
    await call(ada, 'PUT', `/api/journal/${id}`, { title: 'Zwei Cafés' });
    await call(ada, 'PUT', `/api/journal/${id}`, { mood: 'sad' });
    expect(await findOwn(ada, 'cafes strasse')).toEqual(['Zwei Cafés']);
    await call(ada, 'PUT', `/api/journal/${id}`, { content: 'Łódź' });
    expect([await findOwn(ada, 'cafes strasse'), await findOwn(ada, 'zwei lodz')]).toEqual([[], ['Zwei Cafés']]);
    await call(ada, 'DELETE', `/api/journal/${id}`);
    await call(ada, 'POST', `/api/trash/${id}/restore`);
    expect(await findOwn(ada, 'zwei lodz')).toEqual(['Zwei Cafés']);
    expect((await foldEntries(deps)).results.folded_entries).toBe(0);
    expect(await violations()).toEqual([]);
  });
});

describe('search_keys_1', () => {
  test('has the keys of words and of pairs of characters', async () => {
    const keysOf = async (text: string) =>
      (await sql<{ keys: string[] }>`select search_keys_1(${text}) as keys`.execute(deps.db)).rows[0]?.keys;
    expect(await keysOf(' a an the river | 中国地 한 ')).toEqual([
      'an',
      'th',
      'the',
      'ri',
      'riv',
      'river',
      '中',
      '国',
      '中国',
      '地',
      '国地',
      '한',
    ]);
    expect(await keysOf('')).toEqual([]);
  });
});
