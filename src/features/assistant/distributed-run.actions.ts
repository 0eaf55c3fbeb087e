import { chunk } from '../../platform/chunk.ts';
import { sleep } from '../../platform/concurrency/sleep.ts';
import type { Ids } from '../../platform/ids.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { createShouldContinue, type ShouldContinue } from '../../platform/jobs/run-time.ts';
import type { Consent } from '../account/index.ts';
import { type BatchingDeps, forEachUser } from './pace.actions.ts';
import {
  closeBatches,
  deleteBatchesOfJob,
  existsOpenBatch,
  insertBatch,
  leaseBatch,
  listSenderStatsRows,
  type RunOfJob,
  updateBatch,
} from './portion.store.ts';

export type DistributedRunDeps = BatchingDeps & { ids: Ids; jobs: Jobs };

/** How it went, and for whom there was no time left. */
export type BatchResult<SenderStats extends object> = { tally: SenderStats; left: string[] };

/** Work on many people, which all nodes do together. `Tally` says how it went for some of them, and is JSON. */
export type DistributedWork<SenderStats extends object> = {
  job: string;
  consent: Consent;
  /** Whom of these people there is something to do for. */
  choose(userIds: readonly string[]): Promise<string[]>;
  /** Works batch by batch, and ends between two of them once it may not go on, with whom that leaves. Safe to repeat. */
  work(userIds: readonly string[], shouldContinue: ShouldContinue): Promise<BatchResult<SenderStats>>;
};

/** So few that a portion is soon taken over from a node that has died. */
const CHUNKS_PER_BATCH = 5;
/** How long a batch takes at most, beside the answers of the provider and the pause. */
const TIME_TO_STORE_MS = 10_000;
const POLL_INTERVAL_MS = 250;
const MAX_WORKERS = 100;

/**
 * Writes down in portions for whom there is something to do, asks other nodes for help, and works until all portions are done,
 * whoever has done them. The caller holds the lock of the job. `isComplete` is false where it has ended before, since the time of
 * a run was over or the node is about to stop.
 */
export async function runDistributed<SenderStats extends object>(
  deps: DistributedRunDeps,
  shared: DistributedWork<SenderStats>,
): Promise<{ tallies: SenderStats[]; isComplete: boolean }> {
  const { db, clock } = deps;
  const run: RunOfJob = { id: deps.ids.next(), job: shared.job };
  const shouldContinue = createShouldContinue(deps, clock.now());
  await deleteBatchesOfJob(db, shared.job);
  const portions = await storeBatches(deps, shared, run, shouldContinue);
  await deps.jobs.requestWorkers(shared.job, Math.min(portions.written - 1, MAX_WORKERS));
  const isDone = await workUntilDone(deps, shared, run, shouldContinue);
  const tallies = await listSenderStatsRows<SenderStats>(db, run);
  // A node that stops leaves the rest to those that help.
  if (!deps.isDraining()) await deleteBatchesOfJob(db, shared.job);
  return { tallies, isComplete: portions.isComplete && isDone };
}

/** Works on one portion of a run after the other, until there are no more of them or the node is about to stop. */
export async function help<SenderStats extends object>(
  deps: DistributedRunDeps,
  shared: DistributedWork<SenderStats>,
): Promise<void> {
  const shouldContinue = () => !deps.isDraining();
  let isSomethingLeft = true;
  while (isSomethingLeft && shouldContinue()) isSomethingLeft = await workOnNext(deps, shared, shouldContinue);
}

async function storeBatches<SenderStats extends object>(
  deps: DistributedRunDeps,
  { consent, choose }: DistributedWork<SenderStats>,
  run: RunOfJob,
  shouldContinue: ShouldContinue,
): Promise<{ written: number; isComplete: boolean }> {
  const { db, ids, assistant } = deps;
  let written = 0;
  const isComplete = await forEachUser(deps, consent, shouldContinue, async (people) => {
    for (const userIds of chunk(await choose(people), assistant.batchSize * CHUNKS_PER_BATCH)) {
      await insertBatch(db, run, { id: ids.next(), userIds });
      written += 1;
    }
  });
  return { written, isComplete };
}

/** Whether all portions are done. Where the time is over, it waits for those that others are at. */
async function workUntilDone<SenderStats extends object>(
  deps: DistributedRunDeps,
  shared: DistributedWork<SenderStats>,
  run: RunOfJob,
  shouldContinue: ShouldContinue,
): Promise<boolean> {
  const { db, clock } = deps;
  let isAllBegun = true;
  while (!deps.isDraining() && (await existsOpenBatch(db, run))) {
    if (shouldContinue()) {
      if (await workOnNext(deps, shared, shouldContinue)) continue;
    } else {
      await closeBatches(db, run, clock.now());
      isAllBegun = false;
    }
    await sleep(POLL_INTERVAL_MS);
  }
  return isAllBegun && !deps.isDraining();
}

/**
 * False where there is no portion that nobody works on. What is left of one when the lease is over goes to whoever comes next. A
 * node works on one at a time, whoever asks, so that it keeps its pace.
 */
async function workOnNext<SenderStats extends object>(
  { db, clock, ids, assistant }: DistributedRunDeps,
  { job, work }: DistributedWork<SenderStats>,
  shouldContinue: ShouldContinue,
): Promise<boolean> {
  return assistant.semaphore.run(async () => {
    const now = clock.now();
    const batchLasts = assistant.timeoutMs + assistant.batchPauseMs + TIME_TO_STORE_MS;
    const until = new Date(now.getTime() + CHUNKS_PER_BATCH * batchLasts);
    const portion = await leaseBatch(db, { id: ids.next(), job, now, until });
    if (portion === undefined) return false;
    const isMine = () => shouldContinue() && clock.now() < until;
    await updateBatch(db, portion, await work(portion.user_ids, isMine));
    return true;
  });
}
