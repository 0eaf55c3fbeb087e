import { chunk } from '../../platform/chunk.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Semaphore } from '../../platform/concurrency/semaphore.ts';
import { sleep } from '../../platform/concurrency/sleep.ts';
import type { Db } from '../../platform/db/database.ts';
import type { ShouldContinue } from '../../platform/jobs/run-time.ts';
import { type Consent, listPeopleConsenting } from '../account/index.ts';

export type BatchingDeps = {
  db: Db;
  clock: Clock;
  isDraining: () => boolean;
  assistant: {
    /** How many people the provider is asked about at a time. */
    batchSize: number;
    /** How long a job pauses after a batch. */
    batchPauseMs: number;
    /** How long one answer of the provider may take. */
    timeoutMs: number;
    /** One portion of people at a time on this node. */
    semaphore: Semaphore;
  };
};

/** Who is looked up at a time, at least. */
const MIN_PAGE_SIZE = 200;

/** Goes through everybody who lets the assistant do this, some at a time. False where it has ended early. */
export async function forEachUser(
  deps: BatchingDeps,
  consent: Consent,
  shouldContinue: ShouldContinue,
  work: (userIds: readonly string[]) => Promise<void>,
): Promise<boolean> {
  const page = Math.max(MIN_PAGE_SIZE, deps.assistant.batchSize);
  let people = await listPeopleConsenting(deps.db, consent, null, page);
  while (people.length > 0) {
    if (!shouldContinue()) return false;
    await work(people);
    people = await listPeopleConsenting(deps.db, consent, people.at(-1) ?? null, page);
  }
  return true;
}

/**
 * Does the work on one batch after the other, and pauses after each in which the provider was asked: `work` tells. Returns those
 * for whom there was no time left.
 */
export async function inBatches(
  { assistant }: BatchingDeps,
  userIds: readonly string[],
  shouldContinue: ShouldContinue,
  work: (batch: readonly string[]) => Promise<boolean>,
): Promise<string[]> {
  let begun = 0;
  for (const batch of chunk(userIds, assistant.batchSize)) {
    if (!shouldContinue()) break;
    begun += batch.length;
    if (await work(batch)) await sleep(assistant.batchPauseMs);
  }
  return userIds.slice(begun);
}
