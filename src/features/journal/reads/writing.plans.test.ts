import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { costsOf, settle } from '#test/plans.ts';
import { startTestApp } from '#test/start-test-app.ts';
import { summarizeWriting } from './writing.store.ts';

const { databaseUrl, deps, person } = await startTestApp();
const { id: userId } = await person();

// 200 users with 100 entries each, one a day.
await sql`
  insert into profile (id, email, role_changed_at, created_at, updated_at)
  select gen_random_uuid(), n || '@authors.test', now(), now(), now() from generate_series(1, 199) as n`.execute(
  deps.db,
);
await sql`
  insert into journal_entry (id, user_id, title, content, effective_metadata_visibility, effective_content_visibility,
    created_at, updated_at, entry_date, created_date)
  select gen_random_uuid(), author.id, 'A title', 'Two words', 'user', 'user',
    '2026-01-01T12:00:00Z'::timestamptz + n * interval '1 day', now(), '2026-01-01'::date + n, '2026-01-01'::date + n
  from generate_series(0, 99) as n, profile author`.execute(deps.db);
await settle(deps.db, 'profile', 'journal_entry');

test("reads a user's own entries only", async () => {
  const range = { from: '2026-01-01', to: '2026-12-31', now: new Date('2026-04-11T12:00:00Z') };
  const summarize = (db: typeof deps.db) => summarizeWriting(db, userId, range);
  const streaks = { current_streak: 100, longest_streak: 100 };
  expect(await summarize(deps.db)).toEqual({ entries: 100, words: 200, days: 100, ...streaks });
  for (const { buffers, outline } of await costsOf(databaseUrl, summarize)) {
    expect(buffers, outline.join('\n')).toBeLessThan(300);
  }
});
