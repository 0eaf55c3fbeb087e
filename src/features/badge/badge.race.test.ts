import { beforeEach, expect, test } from 'vitest';
import { lockSenderStats } from '#features/encouragement';
import { startSecondNode } from '#test/second-node.ts';
import { startTestApp } from '#test/start-test-app.ts';
import { byTier } from '#test/tier.ts';
import { createSentDrops } from '../encouragement/engagement/test-sent-drops.ts';

const URL = '/api/encouragement-drops/badge';

const app = await startTestApp();
const { deps, person } = app;
const otherNode = await startSecondNode(app);
const { setSenderStats } = createSentDrops(app);

const nodeOf = (index: number) => [app, otherNode][index % 2] ?? app;
const ROUNDS = Array.from({ length: byTier(1, 6) }, (_, round) => ({ round }));

beforeEach(async () => {
  await deps.db.deleteFrom('badge_milestone').execute();
});

test.each(ROUNDS)('20 concurrent updates store each milestone once (round $round)', async () => {
  const ada = await person();
  await setSenderStats(ada, { total_sent: 60, engagement_increases: 51 });
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, index) => nodeOf(index).call(ada, 'POST', `${URL}/update`)),
  );
  expect(new Set(responses.map(({ status, body }) => `${status} ${body.badge.level}`))).toEqual(new Set(['200 4']));
  const { body } = await otherNode.call(ada, 'GET', `${URL}/milestones`);
  expect(body.milestones.map(({ badge }: { badge: { level: number } }) => badge.level)).toEqual([4, 3, 2, 1]);
});

test.each(ROUNDS)('concurrent updates end with the latest stats (round $round)', async () => {
  const ada = await person();
  await setSenderStats(ada, { total_sent: 1 });
  const rise = (index: number) =>
    nodeOf(index)
      .deps.db.transaction()
      .execute(async (tx) => {
        await tx
          .updateTable('drop_sender')
          .set((row) => ({
            total_sent: row('total_sent', '+', 1),
            engagement_increases: row('engagement_increases', '+', 1),
          }))
          .where('user_id', '=', ada.id)
          .execute();
        await nodeOf(index).deps.recalculateBadges(tx, [ada.id]);
      });
  await Promise.all(
    Array.from({ length: 21 }, (_, index) => [rise(index), nodeOf(index).call(ada, 'POST', `${URL}/update`)]).flat(),
  );
  const { body } = await app.call(ada, 'GET', URL);
  expect(body.badge).toMatchObject({ level: 3, total_drops_sent: 22, engagement_increases: 21 });
  const { milestones } = (await app.call(ada, 'GET', `${URL}/milestones`)).body;
  expect(
    milestones.map(({ badge, stats }: { badge: { level: number }; stats: { engagement_increases: number } }) => [
      badge.level,
      stats.engagement_increases,
    ]),
  ).toEqual([
    [3, 21],
    [2, 6],
    [1, expect.any(Number)],
  ]);
});

test('recalculates many users concurrently in any order', async () => {
  const people = await Promise.all(Array.from({ length: 40 }, () => person()));
  for (const [index, one] of people.entries())
    await setSenderStats(one, { total_sent: 60, engagement_increases: index });
  const ids = people.map(({ id }) => id);
  await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      nodeOf(index)
        .deps.db.transaction()
        .execute(async (tx) => {
          const inAnyOrder = index % 2 === 0 ? ids : [...ids].reverse();
          await lockSenderStats(tx, inAnyOrder);
          await nodeOf(index).deps.recalculateBadges(tx, inAnyOrder);
        }),
    ),
  );
  const rows = await deps.db.selectFrom('badge').select('level').where('user_id', 'in', ids).execute();
  const counts = [1, 2, 3].map((level) => rows.filter((row) => row.level === level).length);
  expect(counts).toEqual([6, 15, 19]);
  expect(await deps.db.selectFrom('badge_milestone').selectAll().execute()).toHaveLength(6 + 2 * 15 + 3 * 19);
});
