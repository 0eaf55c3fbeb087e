import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { MIGRATIONS } from '#app/database.ts';
import { migrate } from '#platform/db/migrations.ts';
import { createTestDatabase } from '#test/database/database.ts';

test('migrations date older entries, notes and check-ins of goals by the time zone of their users', async () => {
  const database = await createTestDatabase(inject('clusterUrl'), 'template0');
  await migrate(database.url, MIGRATIONS, { upTo: '0020_operations' });
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await database.drop();
  });
  await client.query(`
    insert into profile (id, email, preferences, role_changed_at, created_at, updated_at)
    select gen_random_uuid(), number || '@people.test', preferences::jsonb, now(), now(), now()
    from (values (1, '{"timezone": "Pacific/Kiritimati"}'), (2, '{"timezone": "pacific/niue"}'), (3, '{}'),
      (4, '{"timezone": "Atlantis"}')) as given (number, preferences)`);
  await client.query(`
    insert into journal_entry (id, user_id, title, content, effective_metadata_visibility, effective_content_visibility,
      created_at, updated_at)
    select gen_random_uuid(), id, 'A day', 'Text', 'user', 'user', '2026-03-01T10:30:00Z', now() from profile`);
  await client.query(`
    insert into action_note (id, user_id, content, created_at, updated_at)
    select gen_random_uuid(), id, 'A walk', '2026-03-01T10:30:00Z', now() from profile`);
  await client.query(`
    with goal as (
      insert into goal (id, user_id, title, created_at, updated_at)
      select gen_random_uuid(), id, 'A goal', now(), now() from profile returning id
    )
    insert into goal_check_in (id, goal_id, status, created_at)
    select gen_random_uuid(), id, 'completed', '2026-03-01T10:30:00Z' from goal`);

  await migrate(database.url, MIGRATIONS);
  const { rows } = await client.query(`
    select entry_date::text, created_date::text, version from journal_entry entry
    join profile on profile.id = entry.user_id order by email`);
  const dates = ['2026-03-02', '2026-02-28', '2026-03-01', '2026-03-01'];
  expect(rows).toEqual(dates.map((date) => ({ entry_date: date, created_date: date, version: 1 })));
  const { rows: notes } = await client.query(`
    select note_date::text, created_date::text from action_note join profile on profile.id = user_id order by email`);
  expect(notes).toEqual(dates.map((date) => ({ note_date: date, created_date: date })));
  const { rows: checkIns } = await client.query(`
    select check_in_date::text, check_in.created_date::text, check_in.version, check_in.updated_at = check_in.created_at as is_unchanged
    from goal_check_in check_in join profile on profile.id = check_in.user_id order by email`);
  expect(checkIns).toEqual(
    dates.map((date) => ({ check_in_date: date, created_date: date, version: 1, is_unchanged: true })),
  );
});
