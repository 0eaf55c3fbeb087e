import { notify } from '#features/notification';
import { collectErrors } from '#platform/jobs/collect-errors.ts';
import type { LabDeps } from '../deps.ts';
import { promptDueAt } from './step-prompt.rules.ts';
import type { StepPromptRun } from './step-prompt.schema.ts';
import { claimPrompts, deletePrompts, listOwnersOfUnfinished } from './step-prompt.store.ts';
import { stepPrompt } from './step-prompt.template.ts';

type StepPromptDeps = Pick<LabDeps, 'db' | 'clock' | 'ids' | 'log'>;
type Results = StepPromptRun['results'];

/** Users notified in one transaction. */
const BATCH_SIZE = 500;

/**
 * Notifies users with an unfinished copy of its next step, at most once in three days, for the copy they changed last. The
 * notification and its time are stored together, so the next run continues an interrupted one.
 */
export async function promptNextSteps(deps: StepPromptDeps): Promise<StepPromptRun> {
  const results: Results = { prompted: 0, failed: 0, errors: [] };
  let userIds = await listOwnersOfUnfinished(deps.db, null, BATCH_SIZE);
  while (userIds.length > 0) {
    await promptBatch(deps, userIds, results);
    userIds = await listOwnersOfUnfinished(deps.db, userIds.at(-1) ?? null, BATCH_SIZE);
  }
  return { success: true, message: `${results.prompted} users were prompted.`, results };
}

async function promptBatch(deps: StepPromptDeps, userIds: readonly string[], results: Results): Promise<void> {
  try {
    const { notified, missed } = await promptUsers(deps, userIds);
    results.prompted += notified;
    if (missed > 0) addFailure(results, missed, `${missed} users were not prompted. The next run retries.`);
  } catch (error) {
    deps.log.error({ event: 'step-prompts.failed', err: error, users: userIds.length }, 'step prompts were not stored');
    const users = userIds.length === 1 ? `${userIds[0]}` : `${userIds[0]} and ${userIds.length - 1} more`;
    addFailure(results, userIds.length, `${users}: the prompts were not stored. The next run retries.`);
  }
}

/** Prompts the users who are due. Concurrent calls prompt each user once. */
export async function promptUsers(
  deps: StepPromptDeps,
  userIds: readonly string[],
): Promise<{ notified: number; missed: number }> {
  return deps.db.transaction().execute(async (tx) => {
    const now = deps.clock.now();
    const copies = await claimPrompts(tx, userIds, promptDueAt(now), now);
    const notified = new Set(await notify(deps, tx, copies.map(stepPrompt)));
    const missed = copies.map(({ ownerId }) => ownerId).filter((userId) => !notified.has(userId));
    if (missed.length > 0) await deletePrompts(tx, missed);
    return { notified: notified.size, missed: missed.length };
  });
}

function addFailure(results: Results, count: number, problem: string): void {
  results.failed += count;
  collectErrors(results.errors, problem);
}
