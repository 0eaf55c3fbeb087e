import type { Ids } from '../../platform/ids.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { type MayGoOn, mayGoOnFrom } from '../../platform/jobs/run-time.ts';
import { pause } from '../../platform/pause.ts';
import { portionsOf } from '../../platform/portions.ts';
import type { Consent } from '../account/index.ts';
import { goThroughEverybody, type PaceDeps } from './pace.actions.ts';
import {
  closePortions,
  deletePortionsOfJob,
  existsOpenPortion,
  insertPortion,
  leasePortion,
  listTallies,
  type RunOfJob,
  updatePortion,
} from './portion.store.ts';

export type SharedRunDeps = PaceDeps & { ids: Ids; jobs: Jobs };

/** How it went, and for whom there was no time left. */
export type Worked<Tally extends object> = { tally: Tally; left: string[] };

/** Work on many people, which all nodes do together. `Tally` says how it went for some of them, and is JSON. */
export type SharedWork<Tally extends object> = {
  job: string;
  consent: Consent;
  /** Whom of these people there is something to do for. */
  choose(userIds: readonly string[]): Promise<string[]>;
  /** Works batch by batch, and ends between two of them once it may not go on, with whom that leaves. Safe to repeat. */
  work(userIds: readonly string[], mayGoOn: MayGoOn): Promise<Worked<Tally>>;
};

/** So few that a portion is soon taken over from a node that has died. */
const BATCHES_IN_A_PORTION = 5;
/** How long a batch takes at most, beside the answers of the provider and the pause. */
const TIME_TO_STORE_MILLISECONDS = 10_000;
const LOOK_EVERY_MILLISECONDS = 250;
const MOST_HELPERS = 100;

/**
 * Writes down in portions for whom there is something to do, asks other nodes for help, and works until all portions are done,
 * whoever has done them. The caller holds the lock of the job. `isThrough` is false where it has ended before, since the time of
 * a run was over or the node is about to stop.
 */
export async function workTogether<Tally extends object>(
  deps: SharedRunDeps,
  shared: SharedWork<Tally>,
): Promise<{ tallies: Tally[]; isThrough: boolean }> {
  const { db, clock } = deps;
  const run: RunOfJob = { id: deps.ids.next(), job: shared.job };
  const mayGoOn = mayGoOnFrom(deps, clock.now());
  await deletePortionsOfJob(db, shared.job);
  const portions = await writePortions(deps, shared, run, mayGoOn);
  await deps.jobs.askForHelp(shared.job, Math.min(portions.written - 1, MOST_HELPERS));
  const isDone = await workUntilDone(deps, shared, run, mayGoOn);
  const tallies = await listTallies<Tally>(db, run);
  // A node that stops leaves the rest to those that help.
  if (!deps.isDraining()) await deletePortionsOfJob(db, shared.job);
  return { tallies, isThrough: portions.isThrough && isDone };
}

/** Works on one portion of a run after the other, until there are no more of them or the node is about to stop. */
export async function help<Tally extends object>(deps: SharedRunDeps, shared: SharedWork<Tally>): Promise<void> {
  const mayGoOn = () => !deps.isDraining();
  let isSomethingLeft = true;
  while (isSomethingLeft && mayGoOn()) isSomethingLeft = await workOnNext(deps, shared, mayGoOn);
}

async function writePortions<Tally extends object>(
  deps: SharedRunDeps,
  { consent, choose }: SharedWork<Tally>,
  run: RunOfJob,
  mayGoOn: MayGoOn,
): Promise<{ written: number; isThrough: boolean }> {
  const { db, ids, assistant } = deps;
  let written = 0;
  const isThrough = await goThroughEverybody(deps, consent, mayGoOn, async (people) => {
    for (const userIds of portionsOf(await choose(people), assistant.batchSize * BATCHES_IN_A_PORTION)) {
      await insertPortion(db, run, { id: ids.next(), userIds });
      written += 1;
    }
  });
  return { written, isThrough };
}

/** Whether all portions are done. Where the time is over, it waits for those that others are at. */
async function workUntilDone<Tally extends object>(
  deps: SharedRunDeps,
  shared: SharedWork<Tally>,
  run: RunOfJob,
  mayGoOn: MayGoOn,
): Promise<boolean> {
  const { db, clock } = deps;
  let isAllBegun = true;
  while (!deps.isDraining() && (await existsOpenPortion(db, run))) {
    if (mayGoOn()) {
      if (await workOnNext(deps, shared, mayGoOn)) continue;
    } else {
      await closePortions(db, run, clock.now());
      isAllBegun = false;
    }
    await pause(LOOK_EVERY_MILLISECONDS);
  }
  return isAllBegun && !deps.isDraining();
}

/**
 * False where there is no portion that nobody works on. What is left of one when the lease is over goes to whoever comes next. A
 * node works on one at a time, whoever asks, so that it keeps its pace.
 */
async function workOnNext<Tally extends object>(
  { db, clock, ids, assistant }: SharedRunDeps,
  { job, work }: SharedWork<Tally>,
  mayGoOn: MayGoOn,
): Promise<boolean> {
  return assistant.takeTurn(async () => {
    const now = clock.now();
    const batchLasts = assistant.timeLimitMs + assistant.batchPauseMs + TIME_TO_STORE_MILLISECONDS;
    const until = new Date(now.getTime() + BATCHES_IN_A_PORTION * batchLasts);
    const portion = await leasePortion(db, { id: ids.next(), job, now, until });
    if (portion === undefined) return false;
    const isMine = () => mayGoOn() && clock.now() < until;
    await updatePortion(db, portion, await work(portion.user_ids, isMine));
    return true;
  });
}
