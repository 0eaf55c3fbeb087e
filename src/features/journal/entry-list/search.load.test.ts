import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Db } from '#platform/db/database.ts';
import { untilLockWait } from '#test/lock-waits.ts';
import { costsOf, settle } from '#test/plans.ts';
import { type Person, startTestApp, WAITS } from '#test/start-test-app.ts';
import { SEARCH_SECONDS } from './entry-list.actions.ts';
import { findMatches } from './entry-list.store.ts';
import { entrySearchOf } from './search.rules.ts';

const { person, call, deps, databaseUrl } = await startTestApp({ waits: { ...WAITS, searchSeconds: SEARCH_SECONDS } });

/** What one search of 2 MB may read, in pages of 8 KB: a few times what the texts fill. */
const MAX_PAGES = 1_000;

const search = (viewer: Person, q: string) => call(viewer, 'GET', `/api/journal?${new URLSearchParams({ q })}`);

async function countLockWaits(): Promise<number> {
  const { rows } = await sql<{ waits: number }>`
    select count(*)::int as waits from pg_locks join pg_stat_activity using (pid)
    where not granted and datname = current_database()`.execute(deps.db);
  return rows[0]?.waits ?? 0;
}

/** Does the work while no entry can be read, so that every search that has a connection keeps it. */
async function whileEntriesAreLocked<Result>(work: (unlock: () => void) => Promise<Result>): Promise<Result> {
  let unlock = (): void => undefined;
  const unlocked = new Promise<void>((resolve) => {
    unlock = resolve;
  });
  let locked = (): void => undefined;
  const isLocked = new Promise<void>((resolve) => {
    locked = resolve;
  });
  const lock = deps.db.transaction().execute(async (tx) => {
    await sql`lock table journal_entry in access exclusive mode`.execute(tx);
    locked();
    await unlocked;
  });
  await isLocked;
  try {
    return await work(unlock);
  } finally {
    unlock();
    await lock;
  }
}

describe('GET /api/journal', () => {
  test('finds a phrase in 2 MB of own text in 12 concurrent searches, and reads each text once', async () => {
    const author = await person();
    const text = Array.from({ length: 5_500 }, (_, word) => `quick brown w${word}`).join(' ');
    const entry = { title: 'Long', content: text.slice(0, 100_000), mood: 'calm' };
    const first = await call(author, 'POST', '/api/journal', entry);
    // One by one: a statement may take five seconds, and a machine of CI pauses.
    for (let copy = 1; copy < 20; copy += 1) {
      await sql`
        insert into journal_entry (
          id, user_id, title, content, search_title, search_text, search_source, effective_metadata_visibility,
          effective_content_visibility, created_at, updated_at, entry_date, created_date)
        select gen_random_uuid(), user_id, title, content, search_title, search_text, search_source, 'user', 'user', created_at,
          updated_at, entry_date, created_date
        from journal_entry where id = ${first.body.entry.id}`.execute(deps.db);
    }
    const phrase = '"quick brown" -"brown quick"';
    // In production a search ends after a second, which a busy machine may need.
    const { searchSeconds } = deps;
    deps.searchSeconds = 60;
    onTestFinished(() => {
      deps.searchSeconds = searchSeconds;
    });
    const searches = await Promise.all(Array.from({ length: 12 }, () => search(author, phrase)));
    expect(searches.map(({ status }) => status)).toEqual(Array(12).fill(200));
    expect(searches[0]?.body.entries).toHaveLength(20);
    const actor = { userId: author.id, isSuperAdmin: false } as Parameters<typeof findMatches>[1];
    const filter = { scope: 'all' as const, search: entrySearchOf(phrase), after: null };
    const find = (db: Db) => findMatches(db, actor, filter, 21);
    expect(await find(deps.db)).toHaveLength(20);
    await settle(deps.db, 'journal_entry');
    for (const { buffers } of await costsOf(databaseUrl, find)) expect(buffers).toBeLessThan(MAX_PAGES);
  });

  test('rejects a search of more than a second with advice', async () => {
    const viewer = await person();
    const response = await whileEntriesAreLocked(() => search(viewer, 'river'));
    expect([response.status, response.body.code, response.headers['retry-after']]).toEqual([
      503,
      'journal.search-too-broad',
      '2',
    ]);
  });

  test('limits 12 searches of one user to two connections and serves other users', async () => {
    const [attacker, other] = [await person(), await person()];
    const statuses = await whileEntriesAreLocked(async (unlock) => {
      const searches = Promise.all(Array.from({ length: 12 }, () => search(attacker, 'river')));
      await untilLockWait(deps.db, searches);
      await expect.poll(countLockWaits).toBe(2);
      const reads = await Promise.all(Array.from({ length: 20 }, () => call(other, 'GET', '/api/goals')));
      expect(await countLockWaits()).toBeLessThanOrEqual(2);
      unlock();
      await searches;
      return reads.map(({ status }) => status);
    });
    expect(statuses).toEqual(Array(20).fill(200));
  });

  test('queues ten searches of one user, rejects more, and serves another user', async () => {
    const [attacker, other] = [await person(), await person()];
    let finish = (): void => undefined;
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const running = [1, 2].map(() => deps.searchQueue(attacker.id, () => finished));
    const responses: Awaited<ReturnType<typeof search>>[] = [];
    const searches = Array.from({ length: 12 }, async () => responses.push(await search(attacker, 'river')));
    await expect.poll(() => responses.length).toBe(2);
    for (const { status, body, headers } of responses) {
      expect([status, body.code, headers['retry-after']]).toEqual([429, 'journal.too-many-searches', '1']);
    }
    expect((await search(other, 'river')).status).toBe(200);
    expect((await call(attacker, 'GET', '/api/journal')).status).toBe(200);
    finish();
    await Promise.all([...running, ...searches]);
    expect(responses.slice(2).map(({ status }) => status)).toEqual(Array(10).fill(200));
  });
});
