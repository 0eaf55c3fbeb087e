import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { costsOf, settle } from '../../../../test/plans.ts';
import { startTestApp } from '../../../../test/start-test-app.ts';
import { listVisibleEntries } from './entry-list.store.ts';

const { databaseUrl, deps, person } = await startTestApp();
const viewer = { userId: (await person()).id, isSuperAdmin: false };

// One author in fifty is inactive, and so are the authors of the newest 400 entries.
await sql`
  insert into profile (id, email, is_active, role_changed_at, created_at, updated_at)
  select gen_random_uuid(), n || '@authors.test', n % 50 <> 0, now(), now(), now() from generate_series(1, 2000) as n`.execute(
  deps.db,
);
await sql`
  insert into journal_entry (id, user_id, title, content, mood, tags, metadata_visibility, content_visibility,
    effective_metadata_visibility, effective_content_visibility, metadata_audience, content_audience, created_at, updated_at)
  select gen_random_uuid(), author.id, 'A title', 'A text', 'calm', '{}', 'public', 'public', 'public', 'public',
    '00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000000',
    case when author.is_active then now() - n * interval '1 minute' else now() + least(n, 5) * interval '1 minute' end, now()
  from generate_series(1, 10) as n, profile author where email like '%@authors.test'`.execute(deps.db);
await settle(deps.db, 'profile', 'journal_entry');

test('reads a page of 50 entries at constant cost, also if the newest 400 are by inactive users', async () => {
  const filter = { scope: 'all', after: null } as const;
  const { rows } = await listVisibleEntries(deps.db, viewer, filter, 50);
  expect(rows).toHaveLength(50);
  for (const cost of await costsOf(databaseUrl, (db) => listVisibleEntries(db, viewer, filter, 50))) {
    expect(cost.buffers, cost.outline.join('\n')).toBeLessThan(2_000);
  }
});
