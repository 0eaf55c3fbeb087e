import { chunk } from '#platform/chunk.ts';
import { AppError } from '#platform/errors.ts';
import { collectErrors } from '#platform/jobs/collect-errors.ts';
import { createShouldContinue, RUN_TIME_EXCEEDED, type ShouldContinue } from '#platform/jobs/run-time.ts';
import type { MusicDeps } from '../deps.ts';
import { syncAccount } from './sync.actions.ts';
import type { SyncRun } from './sync.schema.ts';
import { listWaitingAccounts, type Waiting } from './sync.store.ts';

const BATCH_SIZE = 100;
/** Half of the node's database connections remain free for requests. */
const CONCURRENCY = 5;

/** Errors of the service itself, not of one account. */
const ENDS_THE_RUN = ['music.rate-limited', 'music.paused'];
/** The account was synced, disconnected or reconnected during the run, so there is nothing to do. */
const IGNORED = ['music.sync-under-way', 'music.not-connected', 'music.account-changed'];

/** Syncs all accounts, longest waiting first. Stops early at a rate limit of the service, a timeout or a shutdown; the next run continues. */
export async function syncAllAccounts(deps: MusicDeps): Promise<SyncRun> {
  const results: SyncRun['results'] = { total: 0, synced: 0, failed: 0, errors: [] };
  const end = await syncWaiting(deps, results, createShouldContinue(deps, deps.clock.now()));
  return { success: true, message: `Accounts synced: ${results.synced}.${MESSAGES[end]}`, results };
}

/** Why a run ended. */
type End = 'complete' | 'service-paused' | 'timed-out';

const MESSAGES: Record<End, string> = {
  complete: '',
  'service-paused': ' The music service accepts no more requests at the moment. The next run continues.',
  'timed-out': ` ${RUN_TIME_EXCEEDED}`,
};

async function syncWaiting(deps: MusicDeps, results: SyncRun['results'], shouldContinue: ShouldContinue): Promise<End> {
  const startedAt = deps.clock.now();
  let last: Waiting | null = null;
  for (;;) {
    const batch: Waiting[] = await listWaitingAccounts(deps.db, startedAt, last, BATCH_SIZE);
    for (const accounts of chunk(batch, CONCURRENCY)) {
      if (!shouldContinue()) return 'timed-out';
      const mayContinue = await Promise.all(accounts.map(({ userId }) => syncOne(deps, userId, results)));
      if (mayContinue.includes(false)) return 'service-paused';
    }
    last = batch.at(-1) ?? null;
    if (last === null) return 'complete';
  }
}

/** Syncs one account. Returns false if the service accepts no more requests. */
async function syncOne(deps: MusicDeps, userId: string, results: SyncRun['results']): Promise<boolean> {
  try {
    await syncAccount(deps, userId);
    results.total += 1;
    results.synced += 1;
    return true;
  } catch (error) {
    const code = error instanceof AppError ? error.code : undefined;
    if (code !== undefined && IGNORED.includes(code)) return true;
    if (code === undefined)
      deps.log.error({ event: 'music.sync-failed', err: error, user_id: userId }, 'could not sync a music account');
    results.total += 1;
    results.failed += 1;
    collectErrors(results.errors, `${userId}: ${code ?? 'internal error'}.`);
    return code === undefined || !ENDS_THE_RUN.includes(code);
  }
}
