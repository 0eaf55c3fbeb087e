import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { findSpansWithEntry } from '#features/journal';
import { findSpansWithRecord } from '#features/wellbeing';
import type { Tx } from '#platform/db/database.ts';
import { costsOf, settle } from '#test/plans.ts';
import { startTestApp } from '#test/start-test-app.ts';
import { type FoundDrop, listOpenDrops, lockOpenDrops } from './engagement.store.ts';
import { KINDS } from './test-sent-drops.ts';

/*
 * A history that is a forty times as large as what is open, and much that people have written: what the job reads depends on
 * neither. Pages of 8 KB are counted, which do not depend on the machine.
 */

const PEOPLE = 300;
const HISTORY = 24_000;
/** Few enough for a statement that a busy machine ends in time. */
const AT_ONCE = 1_000;
const WRITTEN = 4_000;
const OPEN = 600;
const BATCH = 500;

const { databaseUrl, deps } = await startTestApp();

beforeAll(async () => {
  const person = (n: string) => sql.raw(`md5('person ' || ${n} % ${PEOPLE})::uuid`);
  const drops = (from: number, to: number, columns: string) => sql`
    insert into drop_sent (id, sender_id, recipient_id, drop_type, is_custom, content, date_sent, day, engagement_ends_at,
      engaged_at, closed_at, bonus_drops_awarded)
    select gen_random_uuid(), ${person('n')}, ${person('(n + 1 + n / 7 % 200)')}, 'encouragement', true, 'Go on!',
      sent, sent::date, sent + interval '1 day', ${sql.raw(columns)}
    from generate_series(${sql.lit(from)}::int, ${sql.lit(to)}::int) n cross join lateral (
      select timestamptz '2026-12-10T12:00:00Z' - n * interval '1 minute' as sent
    ) as moment`;
  await sql`
    insert into profile (id, role_changed_at, created_at, updated_at)
    select ${person('n')}, now(), now(), now() from generate_series(1, ${PEOPLE}::int) n`.execute(deps.db);
  for (let from = 0; from < HISTORY; from += AT_ONCE) {
    await drops(from + 1, from + AT_ONCE, "sent, sent + interval '1 day', 2").execute(deps.db);
  }
  await drops(1, OPEN, 'null, null, 0').execute(deps.db);
  for (const [table, [columns, values]] of Object.entries(KINDS)) {
    for (let from = 0; from < WRITTEN; from += AT_ONCE) {
      await sql`
        insert into ${sql.table(table)} (id, user_id, created_at, updated_at, ${sql.raw(columns)})
        select gen_random_uuid(), ${person('n')}, timestamptz '2026-12-01T12:00:00Z' - n * interval '1 minute', now(),
          ${sql.raw(values)}
        from generate_series(${sql.lit(from + 1)}::int, ${sql.lit(from + AT_ONCE)}::int) n`.execute(deps.db);
    }
  }
  await settle(deps.db);
});

const LONG_AGO = new Date('2020-01-01T00:00:00Z');

/** Looks at a statement for a batch of open drops. */
type Look = (db: typeof deps.db, drops: FoundDrop[]) => Promise<unknown>;

const spansOf = (drops: FoundDrop[]) =>
  drops.map(({ id, recipientId, sentAt, endsAt }) => ({ id, userId: recipientId, after: sentAt, until: endsAt }));

test.each<[string, Look, number, string[]]>([
  ['The open drops', (db) => listOpenDrops(db, LONG_AGO, null, BATCH), 0.1, ['drop_sent_open_engagement_ends_at_idx']],
  [
    'The next open drops',
    (db, [first]) => listOpenDrops(db, LONG_AGO, first ?? null, BATCH),
    0.1,
    ['drop_sent_open_engagement_ends_at_idx'],
  ],
  [
    'What is in journals',
    (db, drops) => findSpansWithEntry(db, spansOf(drops)),
    4,
    ['journal_entry_user_id_created_at_idx'],
  ],
  [
    'What is noted',
    (db, drops) => findSpansWithRecord(db, spansOf(drops)),
    12,
    [
      'satisfaction_entry_user_id_created_at_idx',
      'action_note_user_id_created_at_idx',
      'sleep_entry_user_id_created_at_idx',
    ],
  ],
  [
    'Open drops',
    // It locks what it reads, which is explained in a transaction of its own.
    (db, drops) =>
      lockOpenDrops(
        db as Tx,
        drops.map(({ id }) => id),
      ),
    16,
    ['drop_sent_pkey', 'profile_pkey', 'drop_sent_rewarded_sender_id_recipient_id_idx'],
  ],
])('%s are found by indexes, whatever the history', async (_what, look, pagesPerDrop, indexes) => {
  const drops = await listOpenDrops(deps.db, LONG_AGO, null, BATCH);
  expect(drops).toHaveLength(BATCH);
  for (const { buffers, outline } of await costsOf(databaseUrl, (db) => look(db, drops))) {
    const plan = outline.join('\n');
    for (const index of indexes) expect(plan).toContain(index);
    expect(buffers, plan).toBeLessThanOrEqual(pagesPerDrop * BATCH);
  }
});
