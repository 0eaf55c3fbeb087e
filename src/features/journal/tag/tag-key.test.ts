import { sql } from 'kysely';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { MIGRATIONS } from '#app/database.ts';
import { migrate } from '#platform/db/migrations.ts';
import { tagKey } from '#platform/text/search/tag.ts';
import { createTestDatabase } from '#test/database/database.ts';
import { startTestApp } from '#test/start-test-app.ts';

const { deps } = await startTestApp();

/** Letters of Unicode 16 and 17: versions of Node differ. */
const LATE = /[\u1c89\u1c8a\ua7cb-\ua7cf\ua7d2-\ua7d5\ua7da-\ua7dd\u{10d50}-\u{10d85}\u{16ea0}-\u{16ed3}]/u;

test('the database and the service compare each letter alike', async () => {
  const letters: string[] = [];
  for (let code = 1; code <= 0x1ffff; code += 1) {
    const letter = String.fromCodePoint(code);
    const forms = [letter.toLowerCase(), letter.toUpperCase(), letter.normalize('NFC'), letter.trim()];
    if (/\P{Cs}/u.test(letter) && !LATE.test(letter) && forms.some((form) => form !== letter))
      letters.push(letter, `${letter}a${letter}`);
  }
  expect(letters.length).toBeGreaterThan(5_000);
  const { rows } = await sql<{ key: string }>`
    select tag_key_1(tag) as key from unnest(${letters}::text[]) with ordinality as given (tag, position)
    order by position`.execute(deps.db);
  const different = letters.filter((letter, index) => rows[index]?.key !== tagKey(letter));
  expect(different.map((letter) => [...letter].map((part) => part.codePointAt(0)?.toString(16)))).toEqual([]);
});

test('the migration merges tags of a user that differ in their form, and leaves others alone', async () => {
  const database = await createTestDatabase(inject('clusterUrl'), 'template0');
  await migrate(database.url, MIGRATIONS, { upTo: '0048_written_at' });
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await database.drop();
  });
  await client.query(`
    insert into profile (id, email, role_changed_at, created_at, updated_at)
    select md5(n::text)::uuid, n || '@people.test', now(), now(), now() from generate_series(1, 2) n`);
  await client.query(`
    insert into journal_entry (id, user_id, title, content, tags, effective_metadata_visibility, effective_content_visibility,
      created_at, updated_at, entry_date, created_date)
    select gen_random_uuid(), md5(author::text)::uuid, title, '', tags, 'user', 'user', written::timestamptz, written::timestamptz,
      written::date, written::date
    from (values
      (1, 'second', array['RAIN', 'walk', ' Rain '], '2026-02-02'),
      (1, 'first', array['Rain'], '2026-02-01'),
      (1, 'third', array['sun', 'STRASSE', ' '], '2026-02-03'),
      (1, 'fourth', array['Straße', 'cafe' || U&'\\0301', 'Café'], '2026-02-04'),
      (2, 'other', array['rain', 'sun'], '2026-02-01')
    ) as given (author, title, tags, written)`);
  const { rows: before } = await client.query('select title, changed_at from journal_entry');

  await migrate(database.url, MIGRATIONS);
  const { rows } = await client.query('select title, tags, version, changed_at from journal_entry order by title');
  expect(Object.fromEntries(rows.map(({ title, tags, version }) => [title, [version, ...tags]]))).toEqual({
    first: [1, 'Rain'],
    second: [2, 'Rain', 'walk'],
    third: [2, 'sun', 'STRASSE'],
    fourth: [2, 'STRASSE', 'cafe\u0301'],
    other: [1, 'rain', 'sun'],
  });
  const changedAt = (title: string) => before.find((row) => row.title === title)?.changed_at;
  expect(rows.filter(({ title, changed_at }) => changed_at > changedAt(title)).map(({ title }) => title)).toEqual([
    'fourth',
    'second',
    'third',
  ]);
});
