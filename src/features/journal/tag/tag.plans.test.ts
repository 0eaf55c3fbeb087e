import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { costsOf, settle } from '#test/plans.ts';
import { startTestApp } from '#test/start-test-app.ts';
import { listOwnTags } from './tag.store.ts';

const { databaseUrl, deps, person } = await startTestApp();
const { id: userId } = await person();

// 200 users with 100 entries each.
await sql`
  insert into profile (id, email, role_changed_at, created_at, updated_at)
  select gen_random_uuid(), n || '@authors.test', now(), now(), now() from generate_series(1, 199) as n`.execute(
  deps.db,
);
await deps.db.transaction().execute(async (tx) => {
  // This disables triggers, which are slow for thousands of new tags.
  await sql`set local session_replication_role = replica`.execute(tx);
  await sql`set local statement_timeout = '60s'`.execute(tx);
  await sql`
    insert into journal_entry (id, user_id, title, content, tags, effective_metadata_visibility, effective_content_visibility,
      created_at, updated_at, entry_date, created_date)
    select gen_random_uuid(), author.id, 'A title', 'A text', array['walk', 'tag ' || n], 'user', 'user',
      now() - n * interval '1 minute', now(), now(), now()
    from generate_series(1, 100) as n, profile author`.execute(tx);
});
await settle(deps.db, 'profile', 'journal_entry');

test.each([undefined, 'tag'])("reads a user's own entries only, with the prefix %s", async (prefix) => {
  const list = (db: typeof deps.db) => listOwnTags(db, userId, prefix);
  expect(await list(deps.db)).toHaveLength(prefix === undefined ? 101 : 100);
  for (const { buffers, outline } of await costsOf(databaseUrl, list)) {
    expect(buffers, outline.join('\n')).toBeLessThan(150);
  }
});
