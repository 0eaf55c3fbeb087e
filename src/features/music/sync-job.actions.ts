import { AppError } from '../../platform/errors.ts';
import { type Jobs, MET_ANOTHER_RUN } from '../../platform/jobs/jobs.ts';
import { tellErrors } from '../../platform/jobs/told-errors.ts';
import { portionsOf } from '../../platform/portions.ts';
import { type SyncDeps, syncAccount } from './sync.actions.ts';
import type { SyncRun } from './sync.schema.ts';
import { listWaitingAccounts, type Waiting } from './sync.store.ts';

export type SyncJobDeps = SyncDeps & { jobs: Jobs };

const BATCH = 100;
/** So few that requests find connections of the database, too. */
const AT_ONCE = 5;

/** The service does not want to hear of us for a while, whoever's account it is about. */
const ENDS_THE_RUN = ['music.rate-limited', 'music.paused'];
/** Somebody else has just synced, disconnected or connected the account: there is nothing left to do. */
const IS_NO_FAILURE = ['music.sync-under-way', 'music.not-connected', 'music.account-changed'];

/**
 * The job that syncs all accounts, those first that have waited longest, so that a run which was broken off goes on with the next
 * one; one that meets another does nothing. Where the service asks for a pause, the rest is left for the next run.
 */
export async function syncEverybody(deps: SyncJobDeps): Promise<SyncRun> {
  if (!deps.music.isConfigured) return runOf('This server knows no music service: MUSIC_CLIENT_ID is not set.');
  const run = await deps.jobs.runAlone('sync-all', async () => {
    const results: SyncRun['results'] = { total: 0, synced: 0, failed: 0, errors: [] };
    const isThrough = await syncWaiting(deps, results);
    const rest = isThrough ? '' : ' The music service wants a pause; the rest follows with the next run.';
    return runOf(`Accounts synced: ${results.synced}.${rest}`, results);
  });
  return run ?? runOf(MET_ANOTHER_RUN);
}

function runOf(message: string, results: SyncRun['results'] = { total: 0, synced: 0, failed: 0, errors: [] }): SyncRun {
  return { success: true, message, results };
}

/** Whether all accounts had their turn. */
async function syncWaiting(deps: SyncJobDeps, results: SyncRun['results']): Promise<boolean> {
  const startedAt = deps.clock.now();
  let last: Waiting | null = null;
  for (;;) {
    const batch: Waiting[] = await listWaitingAccounts(deps.db, startedAt, last, BATCH);
    for (const portion of portionsOf(batch, AT_ONCE)) {
      const mayGoOn = await Promise.all(portion.map(({ userId }) => syncOne(deps, userId, results)));
      if (mayGoOn.includes(false)) return false;
    }
    last = batch.at(-1) ?? null;
    if (last === null) return true;
  }
}

/** Whether the run may go on. */
async function syncOne(deps: SyncJobDeps, userId: string, results: SyncRun['results']): Promise<boolean> {
  results.total += 1;
  try {
    await syncAccount(deps, userId);
    results.synced += 1;
    return true;
  } catch (error) {
    const code = error instanceof AppError ? error.code : undefined;
    if (code !== undefined && IS_NO_FAILURE.includes(code)) return true;
    if (code === undefined) deps.log.error({ err: error, user_id: userId }, 'a music account could not be synced');
    results.failed += 1;
    tellErrors(results.errors, `${userId}: ${code ?? 'it could not be stored'}.`);
    return code === undefined || !ENDS_THE_RUN.includes(code);
  }
}
