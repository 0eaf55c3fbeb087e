import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import type { MayGoOn } from '../../platform/jobs/run-time.ts';
import { pause } from '../../platform/pause.ts';
import { portionsOf } from '../../platform/portions.ts';
import type { TakeTurn } from '../../platform/turns.ts';
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
    /** One portion of people at a time on this node. */
    takeTurn: TakeTurn;
  };
};

/** Who is looked up at a time, at least. */
const LEAST_PAGE = 200;

/** Goes through everybody who lets the assistant do this, some at a time. False where it has ended early. */
export async function goThroughEverybody(
  deps: PaceDeps,
  consent: Consent,
  mayGoOn: MayGoOn,
  work: (userIds: readonly string[]) => Promise<void>,
): Promise<boolean> {
  const page = Math.max(LEAST_PAGE, deps.assistant.batchSize);
  let people = await listPeopleConsenting(deps.db, consent, null, page);
  while (people.length > 0) {
    if (!mayGoOn()) return false;
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
  { assistant }: PaceDeps,
  userIds: readonly string[],
  mayGoOn: MayGoOn,
  work: (batch: readonly string[]) => Promise<boolean>,
): Promise<string[]> {
  let begun = 0;
  for (const batch of portionsOf(userIds, assistant.batchSize)) {
    if (!mayGoOn()) break;
    begun += batch.length;
    if (await work(batch)) await pause(assistant.batchPauseMs);
  }
  return userIds.slice(begun);
}
