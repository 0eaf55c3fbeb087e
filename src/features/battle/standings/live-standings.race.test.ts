import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Tx } from '#platform/db/database.ts';
import { untilLockWait } from '#test/lock-waits.ts';
import { startTestApp } from '#test/start-test-app.ts';
import { createWeeks } from '../test-weeks.ts';
import { createLiveStandings } from './live-standings.actions.ts';

const app = await startTestApp();
const { deps, person } = app;
const weeks = createWeeks(app);

/** Seeds a week with a pending check-in. */
async function week() {
  const weekStart = weeks.begin();
  const ada = await person();
  await weeks.join(ada, weekStart, 'red');
  await weeks.checkIn(ada, weekStart, 'pending', 2);
  return { weekStart, ada };
}

/** Locks the tables that computations read. */
const lockChainsShared = (tx: Tx) => sql`lock table chain in access exclusive mode`.execute(tx);

const verify = (tx: Tx, { id }: { id: string }) =>
  tx.updateTable('check_in').set({ status: 'verified' }).where('user_id', '=', id).execute();

test('callers during a computation share the next one, and see earlier changes', async () => {
  const { weekStart, ada } = await week();
  const standings = createLiveStandings(deps.read);
  const { first, others } = await deps.db.transaction().execute(async (tx) => {
    await lockChainsShared(tx);
    const first = standings(weekStart);
    await untilLockWait(deps.db, first);
    await verify(tx, ada);
    return { first, others: Array.from({ length: 5 }, () => standings(weekStart)) };
  });
  expect(new Set(others).size).toBe(1);
  expect(others).not.toContain(first);
  expect((await first).red.members).toBe(1);
  for (const other of others) expect((await other).red.chips).toBe(2);
});

test('concurrent callers share one computation for each week', async () => {
  const [one, other] = [await week(), await week()];
  const standings = createLiveStandings(deps.read);
  const asked = [standings(one.weekStart), standings(one.weekStart), standings(other.weekStart)];
  expect(new Set(asked).size).toBe(2);
  const [first, second, third] = await Promise.all(asked);
  expect(second).toEqual(first);
  expect(third?.dailyStats[0]?.date).toBe(other.weekStart);
});

test('nothing is cached: a later call sees later changes', async () => {
  const { weekStart, ada } = await week();
  const standings = createLiveStandings(deps.read);
  expect((await standings(weekStart)).red.chips).toBe(0);
  await weeks.decide(ada, weekStart, 'verified', 2);
  expect((await standings(weekStart)).red.chips).toBe(2);
});

test('a failed computation fails only for its own callers', async () => {
  const { weekStart, ada } = await week();
  const standings = createLiveStandings(deps.read);
  const next = await deps.db.transaction().execute(async (tx) => {
    await lockChainsShared(tx);
    const first = standings(weekStart);
    await untilLockWait(deps.db, first);
    await verify(tx, ada);
    const next = standings(weekStart);
    // It fails at the lock timeout; then the next computation starts and waits too.
    await expect(first).rejects.toThrow('lock timeout');
    return { next };
  });
  expect((await next.next).red.chips).toBe(2);
});
