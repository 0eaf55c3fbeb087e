import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Deps } from '#app/deps.ts';
import { WORKERS } from '#app/jobs.ts';
import { makeSchedulerTables, startScheduler } from '#platform/jobs/scheduler.ts';
import { createGate } from '#test/gate.ts';
import { startSecondNode } from '#test/second-node.ts';
import { startTestApp } from '#test/start-test-app.ts';
import { NOTE_ANALYSIS } from '../analysis/analysis.jobs.ts';
import {
  aiWith,
  analysisRows,
  analyze,
  countUsage,
  dropRows,
  excludeAllUsers,
  readersWithNotes,
  SECRETS,
  sendDrops,
} from '../test-readers.ts';

const NOON = new Date('2026-11-10T12:00:00.000Z');
const MINUTE = 60_000;
/** More batches than nodes, in any order; one of them is smaller. */
const PEOPLE = 47;
const BATCH = 2;

const app = await startTestApp({ environment: { ...SECRETS, ASSISTANT_BATCH_SIZE: `${BATCH}` } });
const { call, clock, deps, databaseUrl } = app;
const [second, third] = [await startSecondNode(app), await startSecondNode(app)];
const nodes = [deps, second.deps, third.deps];
const providers = nodes.map(({ ai }) => ai);
await makeSchedulerTables(databaseUrl, deps.log);

beforeEach(async () => {
  for (const [index, node] of nodes.entries()) node.ai = providers[index] ?? node.ai;
  clock.set(NOON);
  await excludeAllUsers(app);
  for (const table of ['note_analysis', 'note_analysis_lease', 'token_usage', 'assistant_batch'] as const) {
    await deps.db.deleteFrom(table).execute();
  }
});

/** Starts a worker on these nodes until the test ends. */
function keepSchedule(...helpers: Deps[]): void {
  const schedulers = helpers.map((node) =>
    startScheduler({
      connectionString: databaseUrl,
      jobs: [],
      helps: WORKERS.map((runWorker) => ({ ...runWorker, run: () => runWorker.run(node) })),
      log: node.log,
    }),
  );
  onTestFinished(async () => void (await Promise.all(schedulers.map(({ stop }) => stop()))));
}

/** Has this node runWorker once. */
async function helpOn(node: Deps): Promise<void> {
  await WORKERS.find(({ job }) => job === NOTE_ANALYSIS.name)?.run(node);
}

/** How often the provider of a node has been asked. */
function countQuestions(node: Deps): { asked: number } {
  const count = { asked: 0 };
  node.ai = aiWith(node.ai, { before: () => void count.asked++ });
  return count;
}

/** What one node alone makes of it; nothing of it stays. */
async function rowsOfCleanRun() {
  await analyze(call);
  const rows = await analysisRows(app);
  for (const table of ['note_analysis', 'token_usage'] as const) await deps.db.deleteFrom(table).execute();
  return rows;
}

const batches = () => deps.db.selectFrom('assistant_batch').selectAll().execute();

describe('A distributed run', () => {
  test('is processed by all nodes with a scheduler and ends in the rows of one run', async () => {
    await readersWithNotes(app, PEOPLE);
    const clean = await rowsOfCleanRun();
    const counts = nodes.map(countQuestions);
    // The caller goes on when the others have begun.
    const others = createGate();
    for (const node of [second.deps, third.deps]) node.ai = aiWith(node.ai, { before: () => others.open() });
    deps.ai = aiWith(deps.ai, { before: () => others.opened });
    keepSchedule(second.deps, third.deps);
    const { status, body } = await analyze(call);
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, is_complete: true });
    expect(body.results).toEqual({ total: PEOPLE, successful: PEOPLE, failed: 0, errors: [] });
    expect(await analysisRows(app)).toEqual(clean);
    expect(await countUsage(app, 'note_analysis')).toBe(PEOPLE);
    expect(counts.reduce((sum, { asked }) => sum + asked, 0)).toBe(PEOPLE);
    expect((counts[1]?.asked ?? 0) + (counts[2]?.asked ?? 0)).toBeGreaterThan(0);
    expect(await batches()).toEqual([]);
  });

  test('five concurrent runs on three nodes with workers send each user one drop', async () => {
    await readersWithNotes(app, PEOPLE);
    await analyze(call);
    keepSchedule(...nodes);
    const calls = [call, second.call, third.call, call, second.call];
    const runs = await Promise.all(calls.map((callOf) => sendDrops(callOf)));
    expect(runs.reduce((sum, { body }) => sum + body.results.generated, 0)).toBe(PEOPLE);
    expect(runs.every(({ body }) => body.results.failed === 0)).toBe(true);
    const recipients = (await dropRows(app)).map(({ recipient_id }) => recipient_id);
    expect(new Set(recipients).size).toBe(recipients.length);
    expect(await countUsage(app, 'daily_drop')).toBe(PEOPLE);
  });

  test('reports the failures of all nodes', async () => {
    await readersWithNotes(app, PEOPLE);
    for (const node of nodes) {
      node.ai = aiWith(node.ai, {
        before: () => {
          throw new Error('no seeds');
        },
      });
    }
    keepSchedule(second.deps, third.deps);
    const { body } = await analyze(call);
    expect(body.results).toMatchObject({ total: PEOPLE, successful: 0, failed: PEOPLE });
    expect(body.results.errors).toHaveLength(PEOPLE);
  });

  test('takes over the batch of a dead node after its lease, and ignores its later result', async () => {
    await readersWithNotes(app, PEOPLE);
    const clean = await rowsOfCleanRun();
    const [dead, resurrection] = [createGate(), createGate()];
    second.deps.ai = aiWith(second.deps.ai, {
      after: async () => {
        dead.open();
        await resurrection.opened;
      },
    });
    deps.ai = aiWith(deps.ai, { before: () => dead.opened });
    const running = analyze(call);
    await expect.poll(async () => (await batches()).length).toBeGreaterThan(1);
    const helping = helpOn(second.deps);
    await dead.opened;
    const left = () => deps.db.selectFrom('assistant_batch').select('lease_id').where('is_done', '=', false).execute();
    await expect.poll(async () => (await left()).length, { timeout: 20_000 }).toBe(1);
    clock.advance(10 * MINUTE);
    const { body } = await running;
    expect(body).toMatchObject({ is_complete: true, results: { failed: 0, successful: PEOPLE } });
    expect(await analysisRows(app)).toEqual(clean);
    resurrection.open();
    await helping;
    expect(await analysisRows(app)).toEqual(clean);
  });

  test('stops provider calls when the lease of a batch expires', async () => {
    await readersWithNotes(app, PEOPLE);
    const [clean, isLeased] = [await rowsOfCleanRun(), new Set<boolean>()];
    let asked = 0;
    deps.ai = aiWith(deps.ai, {
      before: async () => {
        asked += 1;
        if (asked === BATCH) clock.advance(10 * MINUTE);
        if (asked <= BATCH) return;
        const leases = (await batches()).map(({ lease_expires_at }) => lease_expires_at);
        isLeased.add(leases.some((until) => until !== null && until > clock.now()));
      },
    });
    const { body } = await analyze(call);
    expect(body).toMatchObject({ is_complete: true, results: { total: PEOPLE, successful: PEOPLE } });
    expect([...isLeased]).toEqual([true]);
    expect(await analysisRows(app)).toEqual(clean);
  });

  test('processes and counts each user once after an expired lease', async () => {
    await readersWithNotes(app, PEOPLE);
    await analyze(call);
    let asked = 0;
    deps.ai = aiWith(deps.ai, {
      before: () => {
        asked += 1;
        if (asked === BATCH) clock.advance(10 * MINUTE);
      },
    });
    const { body } = await sendDrops(call);
    expect(body.results).toEqual({ total: PEOPLE, generated: PEOPLE, skipped: 0, failed: 0, errors: [] });
    expect(asked).toBe(PEOPLE);
  });

  test('ends after 50 minutes and is continued by the next run', async () => {
    await readersWithNotes(app, PEOPLE);
    const clean = await rowsOfCleanRun();
    let asked = 0;
    deps.ai = aiWith(deps.ai, {
      before: () => {
        asked += 1;
        if (asked === 5) clock.advance(50 * MINUTE);
      },
    });
    const { body } = await analyze(call);
    expect(body).toMatchObject({ success: true, is_complete: false, results: { total: 6, successful: 6 } });
    expect(body.message).toContain('The time of one run is over');
    expect(await batches()).toEqual([]);
    await NOTE_ANALYSIS.run(deps, NOON);
    expect(await analysisRows(app)).toEqual(clean);
  });

  test('is retried by the scheduler if its time was over', async () => {
    await readersWithNotes(app, 3 * BATCH);
    deps.ai = aiWith(deps.ai, { before: () => clock.advance(50 * MINUTE) });
    await expect(NOTE_ANALYSIS.run(deps, NOON)).rejects.toThrow('The time of one run is over');
  });

  test('is continued by the workers if its node stops', async () => {
    await readersWithNotes(app, PEOPLE);
    const clean = await rowsOfCleanRun();
    const { isDraining } = deps;
    onTestFinished(() => {
      deps.isDraining = isDraining;
    });
    let isStopping = false;
    deps.isDraining = () => isStopping;
    const stop = () => {
      isStopping = true;
    };
    deps.ai = aiWith(deps.ai, { after: () => stop() });
    const { body } = await analyze(call);
    expect(body.is_complete).toBe(false);
    expect((await batches()).length).toBeGreaterThan(0);
    await helpOn(second.deps);
    expect(await analysisRows(app)).toEqual(clean);
    expect(await countUsage(app, 'note_analysis')).toBe(PEOPLE);
  });
});
