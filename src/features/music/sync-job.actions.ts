import { chunk } from '../../platform/chunk.ts';
import { AppError } from '../../platform/errors.ts';
import { collectErrors } from '../../platform/jobs/collect-errors.ts';
import { createShouldContinue, RUN_TIME_EXCEEDED, type ShouldContinue } from '../../platform/jobs/run-time.ts';
import { type SyncDeps, syncAccount } from './sync.actions.ts';
import type { SyncRun } from './sync.schema.ts';
import { listWaitingAccounts, type Waiting } from './sync.store.ts';

export type SyncJobDeps = SyncDeps & { isDraining: () => boolean };

const BATCH = 100;
/** So few that requests find connections of the database, too. */
const AT_ONCE = 5;

/** The service does not want to hear of us for a while, whoever's account it is about. */
const ENDS_THE_RUN = ['music.rate-limited', 'music.paused'];
/** Somebody else has just synced, disconnected or connected the account: there is nothing left to do. */
const IS_NO_FAILURE = ['music.sync-under-way', 'music.not-connected', 'music.account-changed'];

/**
 * Syncs all accounts, longest waiting first. Stops if the service asks for a pause, the time of a run is over or the node stops;
 * the next run continues.
 */
export async function syncAllAccounts(deps: SyncJobDeps): Promise<SyncRun> {
  const results: SyncRun['results'] = { total: 0, synced: 0, failed: 0, errors: [] };
  const end = await syncWaiting(deps, results, createShouldContinue(deps, deps.clock.now()));
  return { success: true, message: `Accounts synced: ${results.synced}.${SAID[end]}`, results };
}

/** All accounts had their turn, or why not. */
type End = 'through' | 'pause-wanted' | 'time-over';

const SAID: Record<End, string> = {
  through: '',
  'pause-wanted': ' The music service wants a pause; the rest follows with the next run.',
  'time-over': ` ${RUN_TIME_EXCEEDED}`,
};

async function syncWaiting(
  deps: SyncJobDeps,
  results: SyncRun['results'],
  shouldContinue: ShouldContinue,
): Promise<End> {
  const startedAt = deps.clock.now();
  let last: Waiting | null = null;
  for (;;) {
    const batch: Waiting[] = await listWaitingAccounts(deps.db, startedAt, last, BATCH);
    for (const portion of chunk(batch, AT_ONCE)) {
      if (!shouldContinue()) return 'time-over';
      const wantsMore = await Promise.all(portion.map(({ userId }) => syncOne(deps, userId, results)));
      if (wantsMore.includes(false)) return 'pause-wanted';
    }
    last = batch.at(-1) ?? null;
    if (last === null) return 'through';
  }
}

/** Whether the service may be asked about others. */
async function syncOne(deps: SyncJobDeps, userId: string, results: SyncRun['results']): Promise<boolean> {
  try {
    await syncAccount(deps, userId);
    results.total += 1;
    results.synced += 1;
    return true;
  } catch (error) {
    const code = error instanceof AppError ? error.code : undefined;
    if (code !== undefined && IS_NO_FAILURE.includes(code)) return true;
    if (code === undefined) deps.log.error({ err: error, user_id: userId }, 'a music account could not be synced');
    results.total += 1;
    results.failed += 1;
    collectErrors(results.errors, `${userId}: ${code ?? 'it could not be stored'}.`);
    return code === undefined || !ENDS_THE_RUN.includes(code);
  }
}
