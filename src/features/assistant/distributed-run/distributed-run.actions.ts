import type { Consent } from '#features/account';
import { chunk } from '#platform/chunk.ts';
import { sleep } from '#platform/concurrency/sleep.ts';
import { createShouldContinue, type ShouldContinue } from '#platform/jobs/run-time.ts';
import type { AssistantDeps } from '../deps.ts';
import {
  closeBatches,
  deleteBatchesOfJob,
  existsOpenBatch,
  insertBatches,
  type JobRun,
  leaseBatch,
  listBatchResults,
  updateBatch,
} from './batch.store.ts';
import { forEachUser } from './batching.actions.ts';

type RunDeps = Pick<AssistantDeps, 'db' | 'clock' | 'ids' | 'jobs' | 'isDraining' | 'assistant'>;

/** The result of processing a batch, and the users that remain because the time was over. */
export type BatchResult<Result extends object> = { result: Result; remaining: string[] };

/** Work on many users that all nodes process. `Result` is JSON. */
export type DistributedWork<Result extends object> = {
  job: string;
  consent: Consent;
  /** Returns those of these users that need work. */
  choose(userIds: readonly string[]): Promise<string[]>;
  /** Processes users until `shouldContinue` returns false. Safe to repeat. */
  work(userIds: readonly string[], shouldContinue: ShouldContinue): Promise<BatchResult<Result>>;
};

/** Chunks of `batchSize` users in one stored batch. Few, so that another node soon takes over the batch of a dead node. */
const CHUNKS_PER_BATCH = 5;
/** Maximum duration of a chunk, besides the provider's timeout and the pause. */
const CHUNK_OVERHEAD_MS = 10_000;
const POLL_INTERVAL_MS = 250;
const MAX_WORKERS = 100;

/**
 * Stores batches of the users that need work, requests workers on other nodes, and processes batches until all are done. The
 * caller holds the lock of the job. `isComplete` is false if the time of the run is over or the node is about to stop.
 */
export async function runDistributed<Result extends object>(
  deps: RunDeps,
  work: DistributedWork<Result>,
): Promise<{ results: Result[]; isComplete: boolean }> {
  const { db, clock } = deps;
  const run: JobRun = { id: deps.ids.next(), job: work.job };
  const shouldContinue = createShouldContinue(deps, clock.now());
  await deleteBatchesOfJob(db, work.job);
  const batches = await storeBatches(deps, work, run, shouldContinue);
  await deps.jobs.requestWorkers(work.job, Math.min(batches.count - 1, MAX_WORKERS));
  const isDone = await processUntilDone(deps, work, run, shouldContinue);
  const results = await listBatchResults<Result>(db, run);
  // If this node is about to stop, the workers finish the remaining batches.
  if (!deps.isDraining()) await deleteBatchesOfJob(db, work.job);
  return { results, isComplete: batches.isComplete && isDone };
}

/** Processes batches of a run on any node until none remains or this node is about to stop. */
export async function runWorker<Result extends object>(deps: RunDeps, work: DistributedWork<Result>): Promise<void> {
  const shouldContinue = () => !deps.isDraining();
  let hasNext = true;
  while (hasNext && shouldContinue()) hasNext = await processNextBatch(deps, work, shouldContinue);
}

async function storeBatches<Result extends object>(
  deps: RunDeps,
  { consent, choose }: DistributedWork<Result>,
  run: JobRun,
  shouldContinue: ShouldContinue,
): Promise<{ count: number; isComplete: boolean }> {
  const { db, ids, assistant } = deps;
  let count = 0;
  const isComplete = await forEachUser(deps, consent, shouldContinue, async (page) => {
    const batches = [...chunk(await choose(page), assistant.batchSize * CHUNKS_PER_BATCH)];
    await insertBatches(
      db,
      run,
      batches.map((userIds) => ({ id: ids.next(), userIds })),
    );
    count += batches.length;
  });
  return { count, isComplete };
}

/** Returns whether all batches were processed. When the time is over, waits for the batches of other nodes. */
async function processUntilDone<Result extends object>(
  deps: RunDeps,
  work: DistributedWork<Result>,
  run: JobRun,
  shouldContinue: ShouldContinue,
): Promise<boolean> {
  const { db, clock } = deps;
  let isAllStarted = true;
  while (!deps.isDraining() && (await existsOpenBatch(db, run))) {
    if (shouldContinue()) {
      if (await processNextBatch(deps, work, shouldContinue)) continue;
    } else {
      await closeBatches(db, run, clock.now());
      isAllStarted = false;
    }
    await sleep(POLL_INTERVAL_MS);
  }
  return isAllStarted && !deps.isDraining();
}

/**
 * Leases and processes the next batch. Returns false if none is free. Users that remain when the lease expires go to the next
 * lease. A node processes one batch at a time, to keep the configured rate of provider calls.
 */
async function processNextBatch<Result extends object>(
  { db, clock, ids, assistant }: RunDeps,
  { job, work }: DistributedWork<Result>,
  shouldContinue: ShouldContinue,
): Promise<boolean> {
  return assistant.semaphore.run(async () => {
    const now = clock.now();
    const chunkMs = assistant.timeoutMs + assistant.batchPauseMs + CHUNK_OVERHEAD_MS;
    const expiresAt = new Date(now.getTime() + CHUNKS_PER_BATCH * chunkMs);
    const batch = await leaseBatch(db, { id: ids.next(), job, now, expiresAt });
    if (batch === undefined) return false;
    const isLeased = () => shouldContinue() && clock.now() < expiresAt;
    await updateBatch(db, batch, await work(batch.user_ids, isLeased));
    return true;
  });
}
