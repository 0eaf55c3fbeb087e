import { randomUUID } from 'node:crypto';
import { afterAll, expect, inject, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '#test/database/database.ts';
import { createTestClock } from '#test/test-clock.ts';
import { createIds } from '../../ids.ts';
import { systemRandom } from '../../random.ts';
import { createChannel } from '../connection/channel.ts';
import { createDatabase } from '../database.ts';
import { createChannelBarrier, createChannelLease } from './channel-lease.ts';
import { barrierStatements } from './lease.store.ts';
import { BARRIER_MS, createBarrier } from './lease.ts';

const cluster = await createTestDatabase(inject('clusterUrl'));
const database = createDatabase({ connectionString: cluster.url, onIdleError: () => undefined });
afterAll(async () => {
  await database.close();
  await cluster.drop();
});
const clock = createTestClock();

const listLeases = () => database.db.selectFrom('node_lease').selectAll().execute();

/** A node with a lease. */
async function startNode() {
  const ids = createIds(clock, systemRandom);
  const channel = createChannel({
    connectionString: cluster.url,
    name: 'birds',
    clock,
    ids,
    onDisconnect: () => undefined,
  });
  const [messages, gaps]: [string[], number[]] = [[], []];
  const lease = createChannelLease({
    channel,
    newId: () => ids.next(),
    onMessage: (message) => messages.push(message),
    onGap: () => gaps.push(gaps.length),
  });
  onTestFinished(async () => {
    await lease.close();
    await channel.close();
  });
  await expect.poll(lease.isHeld, { interval: 10 }).toBe(true);
  return { lease, messages, gaps };
}

const barrier = createChannelBarrier(database.db, 'birds');

test('after a barrier each node has received the messages before it, also beside other barriers, or has no lease', async () => {
  const nodes = [await startNode(), await startNode(), await startNode()];
  // Each begins with a gap, and has another one where the machine has paused.
  for (const { gaps } of nodes) expect(gaps.length).toBeGreaterThanOrEqual(1);
  const names = Array.from({ length: 20 }, () => randomUUID());
  await Promise.all(
    names.map(async (name) => {
      await database.pool.query(`select pg_notify('birds', $1)`, [name]);
      await barrier();
      // On a busy machine a node may have been too late.
      for (const { lease, messages } of nodes) expect(messages.includes(name) || !lease.isHeld()).toBe(true);
    }),
  );
  for (const { messages } of nodes) await expect.poll(() => messages.length).toBe(names.length);
  for (const { lease } of nodes) await expect.poll(lease.isHeld).toBe(true);
});

test('a barrier waits for a node that does not answer as long as its lease can run, and revokes it', async () => {
  const node = await startNode();
  const silent = randomUUID();
  await database.db.insertInto('node_lease').values({ id: silent }).execute();
  const statements = barrierStatements(database.db, 'birds');
  // A time that passes only while the barrier sleeps.
  let slept = 0;
  const impatient = createBarrier({
    statements: {
      ...statements,
      // The other node acknowledges before the time begins to pass.
      ask: async () => {
        const questions = await statements.ask();
        const idsOfOpen = async () => (await statements.listOpen(questions)).map(({ id }) => id);
        await expect.poll(idsOfOpen).toEqual([silent]);
        return questions;
      },
    },
    now: () => slept,
    sleep: async (durationMs) => {
      slept += durationMs;
    },
  });
  await impatient();
  expect([slept, BARRIER_MS]).toEqual([950, 950]);
  expect((await listLeases()).filter(({ id }) => id === silent)).toEqual([]);
  await node.lease.close();
  expect([await listLeases(), node.lease.isHeld()]).toEqual([[], false]);
});

test('a node whose lease was revoked takes another one, after a gap', async () => {
  const { lease, gaps } = await startNode();
  const [former] = await listLeases();
  await database.db.deleteFrom('node_lease').execute();
  await expect
    .poll(async () => lease.isHeld() && (await listLeases())[0]?.id !== former?.id && gaps.length, { interval: 10 })
    .toBeGreaterThanOrEqual(2);
});
