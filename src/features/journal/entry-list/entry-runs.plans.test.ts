import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { costsOf, settle } from '#test/plans.ts';
import { startTestApp } from '#test/start-test-app.ts';
import { type EntryFilter, listVisibleEntries } from './entry-list.store.ts';

const { databaseUrl, deps, person } = await startTestApp();
const viewer = { userId: (await person()).id, isSuperAdmin: false };

// One author in fifty is inactive, and so are the authors of the newest 400 entries.
await sql`
  insert into profile (id, email, is_active, role_changed_at, created_at, updated_at)
  select gen_random_uuid(), n || '@authors.test', n % 50 <> 0, now(), now(), now() from generate_series(1, 2000) as n`.execute(
  deps.db,
);
await deps.db.transaction().execute(async (tx) => {
  // This disables triggers, which update the tags of each entry.
  await sql`set local session_replication_role = replica`.execute(tx);
  await sql`
    insert into journal_entry (id, user_id, title, content, mood, tags, metadata_visibility, content_visibility,
      effective_metadata_visibility, effective_content_visibility, metadata_audience, content_audience, created_at, updated_at,
      entry_date, created_date)
    select gen_random_uuid(), author.id, 'A title', 'A text', (array['calm', 'sad'])[1 + ascii(author.id::text) % 2], array['walk', 'rain'], 'public', 'public', 'public', 'public',
      '00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000000',
      case when author.is_active then now() - n * interval '1 minute' else now() + least(n, 5) * interval '1 minute' end, now(),
      -- One author in sixteen writes for another day.
      now()::date - case when author.id::text like 'a%' then 7 else 0 end, now()::date
    from generate_series(1, 10) as n, profile author where email like '%@authors.test'`.execute(tx);
  // The same number of entries is private.
  await sql`
    insert into journal_entry (id, user_id, title, content, mood, tags, effective_metadata_visibility, effective_content_visibility,
      created_at, updated_at, entry_date, created_date)
    select gen_random_uuid(), user_id, title, content, mood, tags, 'user', 'user', created_at - interval '30 seconds', updated_at, entry_date, created_date
    from journal_entry`.execute(tx);
  await sql`
    insert into journal_tag (user_id, key, tag)
    select distinct user_id, tag, tag from journal_entry cross join unnest(tags) as tag`.execute(tx);
});
await settle(deps.db, 'profile', 'journal_entry');

test('reads a page of 50 entries at constant cost, also if the newest 400 are by inactive users', async () => {
  const filter = { scope: 'all', after: null } as const;
  const { rows } = await listVisibleEntries(deps.db, viewer, filter, 50);
  expect(rows).toHaveLength(50);
  for (const cost of await costsOf(databaseUrl, (db) => listVisibleEntries(db, viewer, filter, 50))) {
    expect(cost.buffers, cost.outline.join('\n')).toBeLessThan(2_000);
  }
});

/** One author of 2,000, with ten public entries. */
const author = await sql<{ id: string }>`
  select id from profile where email = '1@authors.test'`
  .execute(deps.db)
  .then(({ rows }) => rows[0]?.id ?? '');

test.each<{ what: string; filter: Partial<EntryFilter>; maxBuffers: number }>([
  { what: 'any of several moods', filter: { moods: ['calm', 'sad', 'tired'] }, maxBuffers: 2_000 },
  { what: 'all of several tags', filter: { tags: ['walk', 'rain'] }, maxBuffers: 2_000 },
  { what: 'moods and tags', filter: { moods: ['CALM'], tags: ['walk'] }, maxBuffers: 2_000 },
])('reads a page of entries with $what from the runs in order', async ({ filter, maxBuffers }) => {
  const list = (db: typeof deps.db) => listVisibleEntries(db, viewer, { scope: 'all', after: null, ...filter }, 50);
  expect((await list(deps.db)).rows).toHaveLength(50);
  for (const { buffers, outline } of await costsOf(databaseUrl, list)) {
    expect(outline.join('\n')).toContain('journal_entry_metadata_audience_idx');
    expect(buffers, outline.join('\n')).toBeLessThan(maxBuffers);
  }
});

test.each([
  { what: 'of one day', from: { day: '2000-01-01' }, to: { day: '2000-01-01' }, count: 0 },
  { what: 'until a day long ago', to: { day: '2000-01-01' }, count: 0 },
  { what: 'from a day on', from: { day: '2000-01-01' }, count: 50 },
])('reads the entries $what without the entries of other days', async ({ from, to, count }) => {
  for (const reader of [viewer, { ...viewer, isSuperAdmin: true }]) {
    const list = (db: typeof deps.db) => listVisibleEntries(db, reader, { scope: 'all', after: null, from, to }, 50);
    expect((await list(deps.db)).rows).toHaveLength(count);
    for (const { buffers, outline } of await costsOf(databaseUrl, list)) {
      expect(buffers, outline.join('\n')).toBeLessThan(2_500);
    }
  }
});

test("reads an author's entries from the index of authors, not from those of all", async () => {
  const list = (db: typeof deps.db) =>
    listVisibleEntries(db, viewer, { scope: 'all', after: null, authorId: author }, 50);
  expect((await list(deps.db)).rows).toHaveLength(10);
  for (const { buffers, outline } of await costsOf(databaseUrl, list)) {
    expect(outline.join('\n')).toContain('journal_entry_user_id_created_at_idx');
    expect(buffers, outline.join('\n')).toBeLessThan(150);
  }
});
