import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Tx } from '#platform/db/database.ts';
import { startSecondNode } from '#test/second-node.ts';
import { startTestApp } from '#test/start-test-app.ts';
import { type NewEvent, publishEvents, type StoredEvent } from '../index.ts';

const app = await startTestApp();
const { deps, clock } = app;
const other = await startSecondNode(app);
const nodes = [deps, other.deps];
for (const { sequencer } of nodes) sequencer.start();

const stored: StoredEvent[] = [];
for (const node of nodes) {
  node.onEventsStored = async (_tx: Tx, events) => void stored.push(...events);
}

const mosaic = (date: string, coalesceKey?: string): NewEvent => ({
  kind: 'mosaic.updated',
  audience: 'everyone',
  data: { date },
  ...(coalesceKey !== undefined && { coalesceKey }),
});
const publish = (events: readonly NewEvent[], node = deps) =>
  node.db.transaction().execute((tx) => publishEvents(node, tx, events));
const dates = (rows = stored) => rows.map(({ data }) => data.date);
const rowsOf = async () => deps.db.selectFrom('event').select(['position', 'data']).orderBy('position').execute();
/** Tests share a busy machine. */
const eventually = <Value>(read: () => Value) => expect.poll(read, { interval: 5 });

describe('publishEvents', () => {
  test('stores events in their order, with their audience, after the commit', async () => {
    stored.splice(0);
    const [ada, ben] = [randomUUID(), randomUUID()];
    const check = { date: '2026-11-20', user_id: ada, checkin_id: randomUUID() };
    await deps.db.transaction().execute(async (tx) => {
      await publishEvents(deps, tx, [
        { kind: 'check-in.made', audience: { userIds: [ben, ben] }, actorId: ada, data: check },
        { kind: 'notification', audience: { userIds: [] }, data: { notification_id: ada, kind: 'mentioned' } },
        mosaic('2026-11-20'),
      ]);
      await publish([mosaic('2026-11-19')], other.deps);
      await eventually(() => dates()).toEqual(['2026-11-19']);
    });
    await eventually(() => stored.length).toBe(3);
    expect(stored.slice(1)).toMatchObject([
      { kind: 'check-in.made', audience: { userIds: [ben] }, actorId: ada, data: check, occurredAt: clock.now() },
      { kind: 'mosaic.updated', audience: 'everyone', actorId: null },
    ]);
    const [first, second, third] = stored.map(({ position }) => position);
    expect([second, third]).toEqual([(first ?? 0) + 1, (first ?? 0) + 2]);
  });

  test('stores nothing for a transaction that fails', async () => {
    stored.splice(0);
    const failing = deps.db.transaction().execute(async (tx) => {
      await publishEvents(deps, tx, [mosaic('2026-11-01')]);
      throw new Error('the cause failed');
    });
    await expect(failing).rejects.toThrow('the cause failed');
    await publish([mosaic('2026-11-02')]);
    await eventually(() => dates()).toEqual(['2026-11-02']);
  });
});

describe('The sequencer', () => {
  test('numbers the events of concurrent transactions of two nodes without gaps, each once', async () => {
    stored.splice(0);
    const dateOf = (index: number) => `2026-10-${String(index).padStart(3, '0')}`;
    const all = Array.from({ length: 200 }, (_, index) => dateOf(index));
    // The concurrency is the number of connections, since a transaction waits for one for only two seconds.
    for (let start = 0; start < all.length; start += 20) {
      const some = all.slice(start, start + 20);
      await Promise.all(some.map((date, index) => publish([mosaic(date)], nodes[index % 2])));
    }
    await eventually(() => stored.length).toBe(200);
    expect(dates().toSorted()).toEqual(all);
    const positions = stored.map(({ position }) => position).toSorted((a, b) => a - b);
    expect(positions.at(-1)).toBe((positions[0] ?? 0) + 199);
    expect(new Set(positions).size).toBe(200);
  });

  test('stores the last event of a key at most once in three seconds, whichever nodes publish it', async () => {
    stored.splice(0);
    const key = randomUUID();
    await publish([mosaic('2026-11-01', key)]);
    await eventually(() => dates()).toEqual(['2026-11-01']);
    await Promise.all(Array.from({ length: 20 }, (_, index) => publish([mosaic('2026-11-02', key)], nodes[index % 2])));
    await publish([mosaic('2026-11-03', key), mosaic('2026-12-01')]);
    await eventually(() => dates()).toEqual(['2026-11-01', '2026-12-01']);
    clock.advance(2_999);
    await publish([mosaic('2026-12-02')]);
    await eventually(() => dates()).toEqual(['2026-11-01', '2026-12-01', '2026-12-02']);
    clock.advance(1);
    // Any node finds what is due, also if the one that published it is gone.
    await deps.sequencer.stop();
    await eventually(() => dates()).toEqual(['2026-11-01', '2026-12-01', '2026-12-02', '2026-11-03']);
    // Events are announced in the transaction that removes them from the outbox.
    await eventually(() => deps.db.selectFrom('event_outbox').select('id').execute()).toEqual([]);
  });

  test('deletes events after an hour', async () => {
    const keptDates = async () => dates((await rowsOf()) as never);
    await publish([mosaic('2026-11-08')], other.deps);
    await eventually(keptDates).toContain('2026-11-08');
    clock.advance(60 * 60_000 + 1);
    await publish([mosaic('2026-11-09')], other.deps);
    await eventually(keptDates).toEqual(['2026-11-09']);
  });

  test('deletes them as fast as they were stored', async () => {
    const old = new Date(clock.now().getTime() - 60 * 60_000);
    await sql`
      insert into event (position, kind, audience, data, occurred_at, stored_at)
      select -n, 'mosaic.updated', '{everyone}', '{}', ${old}, ${old} from generate_series(1, 5000) n`.execute(deps.db);
    // The next cleanup.
    clock.advance(60_000);
    await publish([mosaic('2026-11-10')]);
    await eventually(async () => (await rowsOf()).filter(({ position }) => position < 0).length).toBe(0);
  });
});
