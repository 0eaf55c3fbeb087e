import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { costsOf, settle } from '#test/plans.ts';
import { startTestApp } from '#test/start-test-app.ts';
import { type ChangingTable, listRecordChanges } from './record-changes.ts';

const { databaseUrl, deps, person } = await startTestApp();
const { id: userId } = await person();

await sql`
  insert into profile (id, email, role_changed_at, created_at, updated_at)
  select gen_random_uuid(), n || '@owners.test', now(), now(), now() from generate_series(1, 50) as n`.execute(deps.db);
const times = sql`now(), now() from profile, generate_series(1, 200)`;
await sql`insert into goal (id, user_id, title, created_at, updated_at) select gen_random_uuid(), id, 'A goal', ${times}`.execute(
  deps.db,
);
await sql`
  insert into goal_check_in (id, goal_id, user_id, status, check_in_date, created_date, created_at, updated_at)
  select gen_random_uuid(), id, user_id, 'missed', now(), now(), now(), now() from goal`.execute(deps.db);
await sql`insert into notebook (id, user_id, name, created_at, updated_at) select gen_random_uuid(), id, 'A', ${times}`.execute(
  deps.db,
);
await sql`
  insert into journal_entry (id, user_id, title, content, effective_metadata_visibility, effective_content_visibility,
    entry_date, created_date, created_at, updated_at)
  select gen_random_uuid(), id, 'A title', 'A text', 'user', 'user', now(), now(), ${times}`.execute(deps.db);
const TABLES: ChangingTable[] = ['goal', 'goal_check_in', 'notebook', 'journal_entry'];
for (const table of TABLES) {
  await sql`
    insert into tombstone (user_id, kind, id, deleted_at)
    select user_id, ${table}, gen_random_uuid(), now() from ${sql.table(table)}`.execute(deps.db);
}
await settle(deps.db, 'profile', 'tombstone', ...TABLES);

test.each(TABLES)('reads the changes of %s by index', async (table) => {
  const starts = [{ since: new Date(0) }, { after: { createdAt: new Date(0), id: userId } }];
  for (const start of starts) {
    const list = (db: typeof deps.db) => listRecordChanges(db, { table, userId, start, limit: 50 });
    expect(await list(deps.db)).toMatchObject({ changes: { length: 50 }, hasMore: true });
    for (const { buffers, outline } of await costsOf(databaseUrl, list)) {
      expect(outline.join('\n')).toContain(`${table}_user_id_changed_at_idx`);
      expect(outline.join('\n')).toContain('tombstone_user_id_kind_deleted_at_idx');
      expect(buffers, outline.join('\n')).toBeLessThan(150);
    }
  }
});
