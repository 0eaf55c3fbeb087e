import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { untilLockWait } from '../../../../test/lock-waits.ts';
import { startTestApp } from '../../../../test/start-test-app.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { createWeeks } from '../test-weeks.ts';
import { createLiveStandings } from './live-standings.actions.ts';

const app = await startTestApp();
const { deps, person } = app;
const weeks = createWeeks(app);

/** A week with somebody whose chips are not verified yet. */
async function week() {
  const weekStart = weeks.begin();
  const ada = await person();
  await weeks.join(ada, weekStart, 'red');
  await weeks.checkIn(ada, weekStart, 'pending', 2);
  return { weekStart, ada };
}

/** Keeps everybody else from reckoning anything. */
const lockChainsShared = (tx: Tx) => sql`lock table chain in access exclusive mode`.execute(tx);

const verify = (tx: Tx, { id }: { id: string }) =>
  tx.updateTable('check_in').set({ status: 'verified' }).where('user_id', '=', id).execute();

test('those who ask while a week is reckoned share the next time, and see what came before they asked', async () => {
  const { weekStart, ada } = await week();
  const standing = createLiveStandings(deps.db);
  const { first, others } = await deps.db.transaction().execute(async (tx) => {
    await lockChainsShared(tx);
    const first = standing(weekStart);
    await untilLockWait(deps.db, first);
    await verify(tx, ada);
    return { first, others: Array.from({ length: 5 }, () => standing(weekStart)) };
  });
  expect(new Set(others).size).toBe(1);
  expect(others).not.toContain(first);
  expect((await first).red.members).toBe(1);
  for (const other of others) expect((await other).red.chips).toBe(2);
});

test('those who ask at once share one time, and those of another week have their own', async () => {
  const [one, other] = [await week(), await week()];
  const standing = createLiveStandings(deps.db);
  const asked = [standing(one.weekStart), standing(one.weekStart), standing(other.weekStart)];
  expect(new Set(asked).size).toBe(2);
  const [first, second, third] = await Promise.all(asked);
  expect(second).toEqual(first);
  expect(third?.dailyStats[0]?.date).toBe(other.weekStart);
});

test('nothing is remembered: who asks afterwards sees what has come since', async () => {
  const { weekStart, ada } = await week();
  const standing = createLiveStandings(deps.db);
  expect((await standing(weekStart)).red.chips).toBe(0);
  await weeks.decide(ada, weekStart, 'verified', 2);
  expect((await standing(weekStart)).red.chips).toBe(2);
});

test('a time that fails is the failure of those alone who waited for it', async () => {
  const { weekStart, ada } = await week();
  const standing = createLiveStandings(deps.db);
  const next = await deps.db.transaction().execute(async (tx) => {
    await lockChainsShared(tx);
    const first = standing(weekStart);
    await untilLockWait(deps.db, first);
    await verify(tx, ada);
    const next = standing(weekStart);
    // It waits no longer than anything waits for a lock; then the next one begins, and waits in its turn.
    await expect(first).rejects.toThrow('lock timeout');
    return { next };
  });
  expect((await next.next).red.chips).toBe(2);
});
