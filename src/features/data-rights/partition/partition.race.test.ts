import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { untilLockWait } from '#test/lock-waits.ts';
import { startSecondNode } from '#test/second-node.ts';
import { startTestApp } from '#test/start-test-app.ts';
import { makePartitions } from './partition.actions.ts';
import { deletePartition } from './partition.store.ts';
import { partitionsOf } from './test-partitions.ts';

const app = await startTestApp();
const { clock, deps, person } = app;
const second = await startSecondNode(app);
const { month, nameOf, insertNotification, holderOf } = await partitionsOf(app);

test('two nodes that make the same months make each once, while rows come in', async () => {
  const ada = await person();
  clock.set(month(0));
  const writing = Promise.all(Array.from({ length: 50 }, () => insertNotification(ada, month(1))));
  const runs = await Promise.all([deps, second.deps, deps, second.deps].map((node) => makePartitions(node)));
  const ids = await writing;
  const made = [...runs, await makePartitions(deps)].flatMap(({ results }) => results.made);
  expect(made.length).toBe(new Set(made).size);
  expect(made).toHaveLength(9);
  // Some came before their month was made, and were moved.
  const holders = await Promise.all(ids.map(holderOf));
  expect(new Set(holders)).toEqual(new Set([nameOf('notification', 1)]));
});

test('a month is not dropped if a row comes in meanwhile', async () => {
  const ada = await person();
  clock.set(month(0));
  await makePartitions(deps);
  const partition = nameOf('notification', 0);
  let dropping: Promise<unknown> | undefined;
  const id = await deps.db.transaction().execute(async (tx) => {
    const inserted = await insertNotification(ada, month(0), month(3), tx);
    dropping = deletePartition(second.deps.db, { table: 'notification', partition, column: 'created_at' }, month(2));
    await untilLockWait(deps.db, dropping);
    return inserted;
  });
  // On a busy machine it may have given up.
  expect([0, '55P03']).toContain(await dropping?.catch((error) => error.code));
  expect(await holderOf(id)).toBe(partition);
});

test('a key is claimed by the rows that were committed before the lock, in whichever month they are', async () => {
  const [ada, key] = [await person(), 'goal_due:1'];
  const claim = sql<{ is_claimed: boolean }>`
    select claim_notification_key(${ada.id}, ${key}) as is_claimed
    from (select pg_advisory_xact_lock(77)) held`;
  let claiming: Promise<boolean | undefined> | undefined;
  await deps.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(77)`.execute(tx);
    // Its snapshot is older than the row.
    claiming = claim.execute(second.deps.db).then(({ rows }) => rows[0]?.is_claimed);
    await untilLockWait(deps.db, claiming);
    const id = await insertNotification(ada, month(0));
    await deps.db.updateTable('notification').set({ dedupe_key: key }).where('id', '=', id).execute();
  });
  expect(await claiming).toBe(false);
});
