import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { startSecondNode } from '#test/second-node.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { untilServed } from '../drop/test-drops.ts';
import { processBatch } from './engagement.actions.ts';
import { GRACE_PERIOD_MS } from './engagement.rules.ts';
import type { EngagementRun } from './engagement.schema.ts';
import { listOpenDrops } from './engagement.store.ts';
import { createSentDrops } from './test-sent-drops.ts';

const NOON = new Date('2026-12-10T12:00:00Z');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ROUNDS = Array.from({ length: 6 }, (_, index) => index + 1);
const NOTHING = { processed: 0, engaged: 0, bonus_awarded: 0, failed: 0, errors: [] };

const app = await startTestApp({ environment: { DROPS_CRON_SECRET: 'secret-of-the-spring' } });
const { clock, deps, person } = app;
const otherNode = await startSecondNode(app);
const nodes = [app, otherNode];
const { renewed, send, sendAll, sendSeveral, setSenderStats, findSenderStats, write } = createSentDrops(app);

const nodeOf = (index: number) => nodes[index % 2] ?? app;

const runOn = async (index: number): Promise<EngagementRun['results']> => {
  const url = '/api/encouragement-drops/cron/process-engagement';
  const { status, body } = await nodeOf(index).call(null, 'POST', url, undefined, {
    'x-cron-secret': 'secret-of-the-spring',
  });
  expect([status, body.success]).toEqual([200, true]);
  return body.results;
};

const run = () => runOn(0);

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** The stored drops, stats, badges and milestones without times and ids. */
async function outcome(): Promise<unknown> {
  const { rows: drops } = await sql`
    select sender_id, recipient_id, date_sent, engaged_at is not null as is_engaged, closed_at is not null as is_closed,
      bonus_drops_awarded
    from drop_sent order by sender_id, recipient_id, date_sent`.execute(deps.db);
  const { rows: senders } = await sql`select * from drop_sender order by user_id`.execute(deps.db);
  const { rows: badges } = await sql`select * from badge order by user_id`.execute(deps.db);
  const { rows: milestones } = await sql`select user_id, level from badge_milestone order by user_id, level`.execute(
    deps.db,
  );
  return { drops, senders, badges, milestones };
}

const NOTHING_LEFT = sql`truncate drop_sent, drop_sender, badge, badge_milestone`;

/** Creates the same history each time: senders with drops to recipients; every other recipient wrote. */
async function notifyHistory(senders: readonly Person[], recipients: readonly Person[]): Promise<void> {
  await NOTHING_LEFT.execute(deps.db);
  await sql`truncate action_note`.execute(deps.db);
  const hours = (turn: number, number: number) => (turn + number) % 40;
  await sendAll(
    senders.flatMap((from, turn) =>
      recipients.map((to, number) => ({ from, to, at: new Date(NOON.getTime() - hours(turn, number) * HOUR) })),
    ),
  );
  for (const recipient of recipients.filter((_, index) => index % 2 === 0)) {
    await write(recipient, new Date(NOON.getTime() - 30 * HOUR));
    await write(recipient, NOON);
  }
  clock.set(new Date(NOON.getTime() + HOUR));
}

const people = (count: number) => Promise.all(Array.from({ length: count }, () => person()));

/** A busy machine makes requests wait, and never makes two transactions wait for each other. */
afterAll(async () => {
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(deps.db);
  expect(rows).toEqual([{ deadlocks: 0 }]);
});

beforeEach(async () => {
  clock.set(NOON);
  await NOTHING_LEFT.execute(deps.db);
});

describe('Ten concurrent runs on two nodes', () => {
  test.each(ROUNDS)('award the bonus once (round %i)', async () => {
    const [ada, ben] = [await person(), await person()];
    await send({ from: ada, to: ben });
    await write(ben, new Date(NOON.getTime() + 1));
    clock.advance(HOUR);
    const runs = await Promise.all(Array.from({ length: 10 }, (_, index) => runOn(index)));
    expect(sum(runs.map(({ bonus_awarded }) => bonus_awarded))).toBe(2);
    expect(sum(runs.map(({ engaged }) => engaged))).toBe(1);
    expect(await findSenderStats(ada)).toMatchObject({ engagement_increases: 1, bonus_remaining: 2, bonus_earned: 2 });
    clock.advance(DAY);
    await Promise.all(Array.from({ length: 10 }, (_, index) => runOn(index)));
    expect(await findSenderStats(ada)).toMatchObject({ windows_ended: 1, ended_increases: 1, bonus_remaining: 2 });
  });

  test('have the result of sequential runs', async () => {
    const [senders, recipients] = [await people(8), await people(12)];
    await notifyHistory(senders, recipients);
    for (let index = 0; index < 10; index += 1) await runOn(index);
    const expected = await outcome();
    await notifyHistory(senders, recipients);
    await Promise.all(Array.from({ length: 10 }, (_, index) => runOn(index)));
    expect(await outcome()).toEqual(expected);
  });
});

describe('A batch that two nodes process concurrently without the lock of the job', () => {
  test.each(ROUNDS)('is processed once (round %i)', async () => {
    const [senders, recipients] = [await people(6), await people(10)];
    await notifyHistory(senders, recipients);
    const latestEnd = new Date(clock.now().getTime() - GRACE_PERIOD_MS);
    const drops = await listOpenDrops(deps.db, latestEnd, null, 500);
    expect(drops).toHaveLength(60);
    const one = structuredClone(NOTHING);
    await processBatch(deps, drops, one);
    expect(one).toMatchObject({ processed: 60, failed: 0 });
    expect(one.engaged).toBeGreaterThan(20);
    const expected = await outcome();

    await notifyHistory(senders, recipients);
    const again = await listOpenDrops(deps.db, latestEnd, null, 500);
    const results = await Promise.all(
      Array.from({ length: 10 }, async (_, index) => {
        const own: EngagementRun['results'] = structuredClone(NOTHING);
        // Each in an order of its own.
        const start = index * 6;
        await processBatch(nodeOf(index).deps, [...again.slice(start), ...again.slice(0, start)], own);
        return own;
      }),
    );
    expect(results.flatMap(({ errors }) => errors)).toEqual([]);
    expect(sum(results.map(({ engaged }) => engaged))).toBe(one.engaged);
    expect(sum(results.map(({ bonus_awarded }) => bonus_awarded))).toBe(one.bonus_awarded);
    expect(await outcome()).toEqual(expected);
  });

  test('never exceeds the rewarded drops of a pair and day', async () => {
    await deps.db.updateTable('drop_configuration').set({ max_rewarded_drops_per_pair_per_day: 5 }).execute();
    const [ada, ben] = [await person(), await person()];
    await sendSeveral(40, { from: ada, to: ben });
    await write(ben, NOON);
    const drops = await listOpenDrops(deps.db, new Date(0), null, 500);
    const results = await Promise.all(
      drops.map(async (drop, index) => {
        const own: EngagementRun['results'] = structuredClone(NOTHING);
        await processBatch(nodeOf(index).deps, [drop], own);
        return own;
      }),
    );
    expect(results.filter(({ bonus_awarded }) => bonus_awarded > 0)).toHaveLength(5);
    expect(await findSenderStats(ada)).toMatchObject({
      engagement_increases: 40,
      bonus_remaining: 10,
      bonus_earned: 10,
    });
  });
});

test('concurrently sent, read and processed drops are all counted, without deadlocks', async () => {
  const [senders, recipients] = [await people(10), await people(5)];
  await sendAll(senders.map((from) => ({ from, to: recipients[0] ?? from, at: new Date(NOON.getTime() - HOUR) })));
  for (const recipient of recipients) await write(recipient, NOON);
  const sending = senders.map(async (from) => {
    for (const to of recipients) await send({ from, to, at: new Date(NOON.getTime() - 1) });
  });
  const reading = recipients.map(async ({ id }) => {
    for (let count = 0; count < 5; count += 1) {
      await deps.db.updateTable('drop_sent').set({ read_at: NOON }).where('recipient_id', '=', id).execute();
    }
  });
  const updating = senders.map(async (sender, index) => {
    const response = await nodeOf(index).call(await renewed(sender), 'POST', '/api/encouragement-drops/badge/update');
    expect(response.status).toBe(200);
  });
  const running = Array.from({ length: 6 }, (_, index) => runOn(index));
  await Promise.all([...sending, ...reading, ...updating, ...running]);
  const last = await run();
  expect(last.failed).toBe(0);
  for (const sender of senders) {
    expect(await findSenderStats(sender)).toMatchObject({
      total_sent: 6,
      engagement_increases: 6,
      bonus_remaining: 12,
    });
    const { body } = await app.call(await renewed(sender), 'GET', '/api/encouragement-drops/badge');
    expect(body.badge).toMatchObject({ level: 2, engagement_increases: 6, bonus_drops_earned: 12 });
  }
});

test('drops sent over HTTP during a run are all counted', async () => {
  const [senders, recipients] = [await Promise.all((await people(6)).map(renewed)), await people(3)];
  const sends = senders.flatMap((sender, index) =>
    recipients.map(async ({ id }) => {
      const drop = { recipient_id: id, drop_type: 'encouragement', content: 'Go on!' };
      const url = '/api/encouragement-drops/send';
      return (await untilServed(() => nodeOf(index).call(sender, 'POST', url, drop))).status;
    }),
  );
  clock.advance(1);
  const writes = recipients.map((recipient) => write(recipient, clock.now()));
  const runs = Array.from({ length: 6 }, (_, index) => runOn(index));
  expect(new Set(await Promise.all(sends))).toEqual(new Set([201]));
  await Promise.all([...writes, ...runs]);
  expect((await run()).failed).toBe(0);
  for (const sender of senders) {
    const { total_sent = 0, engagement_increases = 0, bonus_remaining } = (await findSenderStats(sender)) ?? {};
    const sent = deps.db.selectFrom('drop_sent').select('engaged_at').where('sender_id', '=', sender.id);
    const engaged = (await sent.execute()).filter(({ engaged_at }) => engaged_at !== null).length;
    expect([total_sent, engagement_increases, bonus_remaining]).toEqual([3, engaged, 2 * engaged]);
  }
});

describe('An interrupted run', () => {
  const { recalculateBadges } = deps;

  test('keeps its results, and the next run completes them', async () => {
    const [senders, recipients] = [await people(40), await people(30)];
    await notifyHistory(senders, recipients);
    await run();
    const expected = await outcome();

    await notifyHistory(senders, recipients);
    let batches = 0;
    deps.recalculateBadges = async (tx, userIds) => {
      await recalculateBadges(tx, userIds);
      batches += 1;
      if (batches === 2) throw Object.assign(new Error('The power is out.'), { code: '57P01' });
    };
    const headers = { 'x-cron-secret': 'secret-of-the-spring' };
    const url = '/api/encouragement-drops/cron/process-engagement';
    expect((await app.call(null, 'POST', url, undefined, headers)).status).toBe(503);
    deps.recalculateBadges = recalculateBadges;
    expect(await outcome()).not.toEqual(expected);
    expect((await runOn(1)).processed).toBeLessThan(1_200);
    expect(await outcome()).toEqual(expected);
    expect((await run()).engaged).toBe(0);
  });
});

describe('A drop that cannot be processed', () => {
  test('fails alone, is reported by its id, and is processed by the next run', async () => {
    const [ada, eve] = [await person(), await person()];
    const recipients = await people(20);
    const bad = await send({ from: eve, to: ada });
    await sendAll(recipients.map((to) => ({ from: ada, to })));
    for (const recipient of [ada, ...recipients]) await write(recipient, new Date(NOON.getTime() + 1));
    clock.advance(HOUR);
    await setSenderStats(eve, { total_sent: 1, bonus_remaining: 2_147_483_647 });
    expect(await run()).toEqual({
      processed: 21,
      engaged: 20,
      bonus_awarded: 40,
      failed: 1,
      errors: [`${bad}: the next run tries again.`],
    });
    expect(await findSenderStats(ada)).toMatchObject({ engagement_increases: 20, bonus_remaining: 40 });
    expect(await findSenderStats(eve)).toMatchObject({ engagement_increases: 0 });
    await setSenderStats(eve, { total_sent: 1, bonus_remaining: 0 });
    expect(await run()).toEqual({ ...NOTHING, processed: 1, engaged: 1, bonus_awarded: 2 });
  });

  test('fails alone if the stats of its sender stay locked', async () => {
    const [ada, eve, ben] = [await person(), await person(), await person()];
    const bad = await send({ from: eve, to: ben });
    await send({ from: ada, to: ben });
    await write(ben, new Date(NOON.getTime() + 1));
    clock.advance(HOUR);
    const results = await deps.db.transaction().execute(async (tx) => {
      await tx.selectFrom('drop_sender').select('user_id').where('user_id', '=', eve.id).forUpdate().execute();
      return run();
    });
    expect(results).toEqual({
      processed: 2,
      engaged: 1,
      bonus_awarded: 2,
      failed: 1,
      errors: [`${bad}: the next run tries again.`],
    });
    expect(await run()).toMatchObject({ processed: 1, engaged: 1, failed: 0 });
  });
});
