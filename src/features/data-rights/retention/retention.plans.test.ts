import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { filesOf } from '#platform/db/table/tables.ts';
import { costsOf, settle } from '#test/plans.ts';
import { startTestApp } from '#test/start-test-app.ts';
import { deleteRowsBefore } from './expired-row.store.ts';
import { listOrphanKeys } from './stored-file.store.ts';

const { databaseUrl, deps, person } = await startTestApp();
const { id: userId } = await person();
const ROWS = 20_000;

await sql`
  insert into notification (id, user_id, kind, title, body, created_at)
  select gen_random_uuid(), ${userId}, 'k', 't', 'b', now() - n * interval '1 minute' from generate_series(1, ${ROWS}::integer) n`.execute(
  deps.db,
);
await sql`
  insert into photo (id, user_id, key, color, sizes, created_at, expires_at)
  select gen_random_uuid(), ${userId}, 'entry-photos/' || n, '#000000', '{}', now(), now() from generate_series(1, ${ROWS}::integer) n`.execute(
  deps.db,
);
await sql`
  insert into check_in (id, user_id, date, timezone, activity_type, within_window, photo_key, photo_digest, photo_fingerprint,
    tile_key, photo_timestamp, continues_chain, created_at)
  select gen_random_uuid(), ${userId}, date '1960-01-01' + n, 'UTC', 'walk', true, 'check-ins/' || n || '.webp',
    sha256(convert_to(n::text, 'utf8')), sha256(convert_to(n::text, 'utf8')), 'check-in-tiles/' || n || '.webp', now(), false, now()
  from generate_series(1, ${ROWS}::integer) n`.execute(deps.db);
await sql`
  insert into journal_entry (id, user_id, title, content, effective_metadata_visibility, effective_content_visibility, background_key,
    entry_date, created_date, created_at, updated_at)
  select gen_random_uuid(), ${userId}, 't', '', 'user', 'user', 'entry-backgrounds/' || n || '.webp', now(), now(), now(), now()
  from generate_series(1, ${ROWS}::integer) n`.execute(deps.db);
await settle(deps.db, 'profile', 'notification', 'photo', 'check_in', 'journal_entry');

test('finds the oldest rows by index', async () => {
  const before = new Date(0);
  const columns = { table: 'notification', column: 'created_at' };
  for (const { buffers, outline } of await costsOf(databaseUrl, (db) => deleteRowsBefore(db, columns, before, 500))) {
    expect(outline.join('\n')).toContain('notification_created_at_idx');
    expect(buffers, outline.join('\n')).toBeLessThan(20);
  }
});

test('looks up each file by index', async () => {
  const numbers = Array.from({ length: 50 }, (_, index) => index * 100 + 1);
  const keys = numbers.flatMap((n) => [
    `check-ins/${n}.webp`,
    `check-in-tiles/${n}.webp`,
    `entry-photos/${n}-small.webp`,
    `entry-backgrounds/${n}.webp`,
    `avatars/${userId}-${n}.webp`,
  ]);
  const files = filesOf(deps.tables);
  expect(await listOrphanKeys(deps.db, files, keys)).toHaveLength(numbers.length);
  for (const { buffers, outline } of await costsOf(databaseUrl, (db) => listOrphanKeys(db, files, keys))) {
    const plan = outline.join('\n');
    for (const index of ['check_in_photo_key', 'photo_key', 'journal_entry_background_key']) {
      expect(plan).toContain(`${index}_idx`);
    }
    expect(buffers, plan).toBeLessThan(keys.length * 8);
  }
});
