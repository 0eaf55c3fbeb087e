import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import { pause } from '../../platform/pause.ts';
import { portionsOf } from '../../platform/portions.ts';
import { type Consent, listPeopleConsenting } from '../account/index.ts';

export type PaceDeps = {
  db: Db;
  clock: Clock;
  isDraining: () => boolean;
  assistant: {
    /** How many people the provider is asked about at a time. */
    batchSize: number;
    /** How long a job pauses after a batch. */
    batchPauseMs: number;
    /** How long one answer of the provider may take. */
    timeLimitMs: number;
  };
};

/** Whether there is time for one more batch. */
export type MayGoOn = () => boolean;

/** Who is looked up at a time, at least. */
const LEAST_PAGE = 200;
/** A run ends by itself before the request that it answers does, which may take an hour. */
const LONGEST_RUN_MILLISECONDS = 50 * 60 * 1000;

/**
 * Goes through everybody who lets the assistant do this, some at a time. False where it has ended early, since the time of a
 * run was over or the node is about to stop: `work` is told, so that it can end between two batches.
 */
export async function goThroughEverybody(
  deps: PaceDeps,
  consent: Consent,
  work: (userIds: readonly string[], mayGoOn: MayGoOn) => Promise<void>,
): Promise<boolean> {
  const endsAt = deps.clock.now().getTime() + LONGEST_RUN_MILLISECONDS;
  const mayGoOn = () => !deps.isDraining() && deps.clock.now().getTime() < endsAt;
  const page = Math.max(LEAST_PAGE, deps.assistant.batchSize);
  let people = await listPeopleConsenting(deps.db, consent, null, page);
  while (people.length > 0) {
    if (mayGoOn()) await work(people, mayGoOn);
    if (!mayGoOn()) return false;
    people = await listPeopleConsenting(deps.db, consent, people.at(-1) ?? null, page);
  }
  return true;
}

/** Does the work on one batch after the other, and pauses after each in which the provider was asked: `work` tells. */
export async function inBatches(
  { assistant }: PaceDeps,
  userIds: readonly string[],
  mayGoOn: MayGoOn,
  work: (batch: readonly string[]) => Promise<boolean>,
): Promise<void> {
  for (const batch of portionsOf(userIds, assistant.batchSize)) {
    if (!mayGoOn()) return;
    if (await work(batch)) await pause(assistant.batchPauseMs);
  }
}
