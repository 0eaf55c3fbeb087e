import { beforeEach, describe, expect, test } from 'vitest';
import { sendAssistantDrops } from '#features/encouragement';
import { createGate } from '#test/gate.ts';
import { startSecondNode } from '#test/second-node.ts';
import { startTestApp } from '#test/start-test-app.ts';
import {
  aiWith,
  analyze,
  dropRows,
  endRuns,
  excludeAllUsers,
  reader,
  readersWithNotes,
  SECRETS,
  sendDrops,
} from '../test-readers.ts';

const NOON = new Date('2026-11-10T12:00:00.000Z');
const PEOPLE = 23;

const app = await startTestApp({ environment: SECRETS });
const { call, clock, deps, databaseUrl } = app;
const other = await startSecondNode(app);
const [ai, otherAi] = [deps.ai, other.deps.ai];

beforeEach(async () => {
  deps.ai = ai;
  other.deps.ai = otherAi;
  clock.set(NOON);
  await excludeAllUsers(app);
  await deps.db.deleteFrom('note_analysis').execute();
  await deps.db.deleteFrom('drop_sent').execute();
  await deps.db.deleteFrom('notification').execute();
});

/** Returns the drops that one clean run creates for these users. Deletes them again. */
async function dropsOfCleanRun() {
  await sendDrops(call);
  const rows = await dropRows(app);
  await deps.db.deleteFrom('drop_sent').execute();
  await deps.db.deleteFrom('notification').execute();
  return rows;
}

async function countNotifications(): Promise<number> {
  const rows = await deps.db.selectFrom('notification').select('id').where('kind', '=', 'drop_received').execute();
  return rows.length;
}

describe('POST /api/encouragement-drops/cron/generate-daily-drops', () => {
  test('five concurrent runs on two nodes end in the rows of one', async () => {
    await readersWithNotes(app, PEOPLE);
    await reader(app);
    await analyze(call);
    const clean = await dropsOfCleanRun();
    expect(clean).toHaveLength(PEOPLE + 1);
    const runs = await Promise.all(
      Array.from({ length: 5 }, (_, index) => sendDrops(index % 2 === 0 ? call : other.call)),
    );
    expect(new Set(runs.map(({ status, body }) => `${status} ${body.success}`))).toEqual(new Set(['200 true']));
    expect(runs.reduce((sum, { body }) => sum + body.results.generated, 0)).toBe(PEOPLE + 1);
    expect(await dropRows(app)).toEqual(clean);
    expect(await countNotifications()).toBe(PEOPLE + 1);
  });

  test('two nodes that concurrently send to one user store one drop', async () => {
    const ada = await reader(app);
    const sent = await Promise.all(
      Array.from({ length: 20 }, (_, index) => {
        const node = index % 2 === 0 ? deps : other.deps;
        const drop = { id: node.ids.next(), recipientId: ada.id, content: `Number ${index}` };
        return node.db.transaction().execute((tx) => sendAssistantDrops(node, tx, [drop]));
      }),
    );
    expect(sent.filter(Boolean)).toHaveLength(1);
    expect(await dropRows(app)).toHaveLength(1);
    expect(await countNotifications()).toBe(1);
  });

  test.each([1, 3, 5, 8, 11])(
    'a run that dies after %d answers, and one after it, end in the rows of one',
    async (count) => {
      await readersWithNotes(app, PEOPLE);
      await analyze(call);
      const clean = await dropsOfCleanRun();
      const [dead, resurrection] = [createGate(), createGate()];
      let responses = 0;
      other.deps.ai = aiWith(otherAi, {
        after: async () => {
          responses += 1;
          if (responses <= count) return;
          dead.open();
          await resurrection.opened;
        },
      });
      const dying = sendDrops(other.call);
      await dead.opened;
      await endRuns(databaseUrl);
      await expect.poll(() => deps.jobs.isRunning('generate-daily-drops')).toBe(false);
      expect((await sendDrops(call)).body.results.failed).toBe(0);
      expect(await dropRows(app)).toEqual(clean);
      resurrection.open();
      await dying;
      expect(await dropRows(app)).toEqual(clean);
      expect(await countNotifications()).toBe(PEOPLE);
    },
  );

  test('waits for a running analysis and uses it', async () => {
    await readersWithNotes(app, 3);
    const [asked, door] = [createGate(), createGate()];
    other.deps.ai = aiWith(otherAi, {
      before: () => {
        asked.open();
        return door.opened;
      },
    });
    const analysis = analyze(other.call);
    await asked.opened;
    const drops = sendDrops(call);
    await expect.poll(() => deps.jobs.isRunning('generate-daily-drops')).toBe(true);
    expect(await dropRows(app)).toEqual([]);
    door.open();
    expect((await analysis).body.results.successful).toBe(3);
    expect((await drops).body.results).toMatchObject({ generated: 3 });
    for (const { content } of await dropRows(app)) expect(content).toMatch(/^Lately your notes sound/);
  });

  test('waits for at most ten minutes, then uses the former analysis', async () => {
    await readersWithNotes(app, 1);
    const [asked, door] = [createGate(), createGate()];
    other.deps.ai = aiWith(otherAi, {
      before: () => {
        asked.open();
        return door.opened;
      },
    });
    const analysis = analyze(other.call);
    await asked.opened;
    const drops = sendDrops(call);
    await expect.poll(() => deps.jobs.isRunning('generate-daily-drops')).toBe(true);
    const countLater = async () => {
      clock.advance(10 * 60 * 1000);
      return (await dropRows(app)).length;
    };
    // Not so often that the time of the run is over before it has begun: it has fifty minutes.
    await expect.poll(countLater, { interval: 2_000 }).toBe(1);
    expect((await drops).body.results).toMatchObject({ generated: 1 });
    door.open();
    await analysis;
  });
});
