import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { JOBS } from '#app/jobs.ts';
import { untilLockWait } from '../lock-waits.ts';
import { startOutside } from '../start-test-app.ts';
import { chosenCuts, isRequest } from './cut-points.ts';
import { type Cut, createLine } from './fault-proxy.ts';
import {
  CRON_SECRET,
  createPlace,
  endLocks,
  leave,
  type Node,
  type Place,
  startApp,
  startNode,
  untilForgotten,
} from './nodes.ts';
import type { Scenario } from './scenario.ts';
import { SCENARIOS } from './scenarios.ts';
import { changesBetween, comparable, readTables, type Tables } from './table-rows.ts';

/*
 * Runs each job on copies of one scenario: once without faults; five times concurrently on two nodes; cut off at many points and run
 * again; and overtaken by another run while it is delayed. In each case the final rows must be those of the run without faults. A run
 * that is cut off loses all connections, as if the process was killed, or only one, and then continues. JOB_MATRIX=all cuts it off at
 * each statement and each request.
 */

const AT_EVERY_STEP = process.env.JOB_MATRIX === 'all';

const clusterUrl = inject('clusterUrl');
const { close: closeOutside, ...outside } = await startOutside();
// Apps start slowly, so all jobs share them. The content of their databases is replaced.
const original = await createPlace(clusterUrl, null);
const arranging = await startApp(original, outside, new Date());
const stage = await createPlace(clusterUrl, null);
// A node has connections from its start on, and a database can only be copied without connections.
await leave(original);
await stage.becomeCopyOf(original);
const apps = await Promise.all([0, 1].map(() => startApp(stage, outside, new Date())));
let cells = 0;

afterAll(async () => {
  for (const app of [arranging, ...apps]) await app.close();
  await Promise.all([original.drop(), stage.drop(), closeOutside()]);
  process.stdout.write(`\njob matrix: ${JOBS.length} jobs, ${cells} cells\n`);
});

describe.each(JOBS.filter(({ name }) => name in SCENARIOS))('$name', (job) => {
  const scenario = SCENARIOS[job.name] as Scenario;
  let now: Date;
  let before: Tables;
  let expected: Tables;
  let steps: readonly string[];

  async function inCopy(work: (place: Place) => Promise<void>): Promise<void> {
    const place = await createPlace(clusterUrl, original);
    cells += 1;
    try {
      await work(place);
    } finally {
      await place.drop();
    }
  }

  const run = async ({ deps }: Pick<Node, 'deps'>): Promise<void> => {
    await job.run(deps, deps.clock.now());
  };

  /** Runs the job again, when no lease of the first run is left. */
  async function runAgain(place: Place): Promise<void> {
    const node = await startNode(place, outside, new Date(now.getTime() + (scenario.isHeldFor ?? 0)));
    try {
      await run(node);
    } finally {
      await node.close();
    }
  }

  const outcomeOf = async ({ url }: Place): Promise<Tables> => comparable(await readTables(url), before, now);
  const withoutCosts = (tables: Tables): Tables =>
    Object.fromEntries(Object.entries(tables).filter(([name]) => !(name in (scenario.mayCostMore ?? {}))));

  beforeAll(async () => {
    await original.becomeCopyOf(null);
    arranging.clock.set(new Date());
    await scenario.arrange(arranging);
    await arranging.deps.background.drain();
    now = arranging.clock.now();
    await leave(original);
    before = await readTables(original.url);
    await untilForgotten(original);

    await inCopy(async (place) => {
      const line = createLine();
      const node = await startNode(place, outside, now, line);
      line.watch();
      await run(node);
      steps = line.steps();
      await node.close();
      await line.close();
      expected = await outcomeOf(place);
    });
  });

  const growthOf = (tables: Tables) => changesBetween(comparable(before, before, now), tables);

  test('one run without faults does all of the work', () => {
    expect(growthOf(expected)).toEqual(scenario.changes);
  });

  test('five concurrent runs on two nodes result in the rows of one', async () => {
    cells += 1;
    await stage.becomeCopyOf(original);
    for (const { clock } of apps) clock.set(now);
    const path = arranging.routes.find((route) => route.config.job === job.name)?.path;
    const runs = [0, 1, 0, 1, 0].map(async (which) => {
      const app = apps[which] as (typeof apps)[number];
      if (path === undefined) return run(app);
      const { status, body } = await app.call(null, 'POST', path, undefined, { 'x-cron-secret': CRON_SECRET });
      expect({ status, success: body.success }).toEqual({ status: 200, success: true });
    });
    await Promise.all(runs);
    expect(await outcomeOf(stage)).toEqual(expected);
  });

  async function breakOff(place: Place, plan: Cut): Promise<void> {
    const line = createLine();
    const node = await startNode(place, outside, now, line);
    line.watch(plan);
    // The run may fail. Only the final rows matter.
    await run(node).catch(() => undefined);
    // Concurrent steps may be one fewer in this run.
    if (plan.at < steps.length - 1) expect(line.hasHappened()).toBe(true);
    await node.close();
    await line.close();
    await untilForgotten(place);
  }

  test('a run that is cut off, and the next one, result in the rows of one', async () => {
    const cuts = [...chosenCuts(steps, AT_EVERY_STEP)];
    const breakOffInTurn = async () => {
      for (let cut = cuts.shift(); cut !== undefined; cut = cuts.shift()) {
        const plan = cut;
        await inCopy(async (place) => {
          await breakOff(place, plan);
          await runAgain(place);
          const step = steps[plan.at] ?? '';
          const told = `The ${plan.victim} was cut off ${plan.moment} this step: ${step}`;
          const outcome = withoutCosts(await outcomeOf(place));
          // A result that replaces a missing response of the provider remains.
          const isOtherwise = scenario.withoutResponse !== undefined && plan.victim === 'connection' && isRequest(step);
          if (isOtherwise) expect(growthOf(outcome), told).toEqual(growthOf(withoutCosts(expected)));
          else expect(outcome, told).toEqual(withoutCosts(expected));
        });
      }
    };
    // One run executes while the database is copied for the other.
    await Promise.all([breakOffInTurn(), breakOffInTurn()]);
  }, 600_000);

  test('a delayed run that loses its lock, the run that overtakes it, and the next one result in the rows of one', async () => {
    await inCopy(async (place) => {
      const line = createLine();
      const [slow, fast] = [await startNode(place, outside, now, line), await startNode(place, outside, now)];
      line.watch({ at: Math.floor(steps.length / 2), do: 'hold' });
      const held = run(slow).catch(() => undefined);
      await Promise.race([line.happened(), held]);
      await endLocks(place);
      const overtaking = run(fast).catch(() => undefined);
      // A job may not wait for any lock of the other run.
      await untilLockWait(fast.deps.db, overtaking).catch(() => undefined);
      line.release();
      await Promise.all([held, overtaking]);
      for (const node of [slow, fast]) await node.close();
      await line.close();
      await runAgain(place);
      expect(withoutCosts(await outcomeOf(place))).toEqual(withoutCosts(expected));
    });
  });
});
