import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startSecondNode } from '#test/second-node.ts';
import { PATIENT_LOCKS, startTestApp } from '#test/start-test-app.ts';
import { formKeysOf } from './mosaic-day.rules.ts';
import { crowd } from './test-participants.ts';

const app = await startTestApp({
  environment: { ...PATIENT_LOCKS, WORKOUT_WINDOW_CRON_SECRET: 'secret-of-the-spring' },
});
const { call, deps, person, server } = app;
const nodes = [call, (await startSecondNode(app)).call] as const;

const generate = (node: (typeof nodes)[number], date: string) =>
  node(null, 'POST', `/api/workout-window/mosaic/generate/${date}`, undefined, {
    'x-cron-secret': 'secret-of-the-spring',
  });

test.each(['2026-03-01', '2026-03-02', '2026-03-03'])(
  'ten concurrent generations of %s on two nodes leave one row and one file, and all return 200',
  async (date) => {
    await crowd(deps, date, 40);
    const readers = await Promise.all(Array.from({ length: 4 }, () => person()));
    const reads = readers.map((reader) => nodes[1](reader, 'GET', `/api/workout-window/mosaic/${date}`));
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, index) => generate(nodes[index % 2] ?? call, date)),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(responses.some(({ body }) => body.message === `The mosaic of ${date} was drawn.`)).toBe(true);
    for (const { body } of responses) expect(body.mosaic.stats.totalParticipants).toBe(40);
    for (const { status, body } of await Promise.all(reads)) {
      expect([status, body.mosaic.sections.length]).toEqual([200, 40]);
    }

    const rows = await deps.db.selectFrom('mosaic').select('image_key').where('date', '=', date).execute();
    const files = await readdir(join(deps.config.dataDirectory, 'files', 'mosaics'));
    expect(rows).toHaveLength(1);
    const imageKey = rows[0]?.image_key ?? '';
    expect(
      files
        .filter((name) => name.startsWith(date))
        .toSorted()
        .map((name) => `mosaics/${name}`),
    ).toEqual([imageKey, ...Object.values(formKeysOf(imageKey))].toSorted());
    const picture = await server.inject({ method: 'GET', url: `/media/${rows[0]?.image_key}` });
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/png']);
    const reader = await person();
    for (const node of nodes) {
      const { body } = await node(reader, 'GET', `/api/workout-window/mosaic/${date}`);
      expect(body.mosaic.imageUrl).toBe(`http://meadow.test/media/${rows[0]?.image_key}`);
    }
  },
);

test('concurrent generations of several dates draw one at a time on a node', async () => {
  const dates = ['2026-04-01', '2026-04-02', '2026-04-03', '2026-04-04'];
  const responses = await Promise.all(dates.map((date) => generate(call, date)));
  expect(responses.map(({ body }) => body.message)).toEqual(dates.map((date) => `The mosaic of ${date} was drawn.`));
});
