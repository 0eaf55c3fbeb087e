import { collectErrors } from '../../../platform/jobs/collect-errors.ts';
import { type NotificationDeps, notify } from '../../notification/index.ts';
import { latestToPrompt, stepPrompt } from './step-prompt.rules.ts';
import type { StepPromptRun } from './step-prompt.schema.ts';
import { claimPrompts, deletePrompts, listPeopleWithUnfinished } from './step-prompt.store.ts';

export type StepPromptDeps = NotificationDeps;

type Results = StepPromptRun['results'];

/** In one transaction, which tells them all. */
const PORTION = 500;

/**
 * Notifies users with an unfinished experiment of its next step, at most once in three days, for the one they touched last. The
 * notification and the time of it are stored together, so the next run continues an interrupted one.
 */
export async function promptNextSteps(deps: StepPromptDeps): Promise<StepPromptRun> {
  const results = noResults();
  let people = await listPeopleWithUnfinished(deps.db, null, PORTION);
  while (people.length > 0) {
    await promptBatch(deps, people, results);
    people = await listPeopleWithUnfinished(deps.db, people.at(-1) ?? null, PORTION);
  }
  return { success: true, message: `${results.prompted} people were told what is next.`, results };
}

async function promptBatch(deps: StepPromptDeps, people: readonly string[], results: Results): Promise<void> {
  try {
    const { told, missed } = await promptPeople(deps, people);
    results.prompted += told;
    if (missed > 0) describeFailure(results, missed, `${missed} people could not be told; the next run tries again.`);
  } catch (error) {
    deps.log.error({ err: error }, 'people could not be told which step is next');
    const whom = people.length === 1 ? `${people[0]}` : `${people[0]} and ${people.length - 1} more`;
    describeFailure(results, people.length, `${whom}: nobody of them was told; the next run tries again.`);
  }
}

/** Tells those of these people who are to be told now; nobody twice, however many do this at once. */
export async function promptPeople(
  deps: StepPromptDeps,
  people: readonly string[],
): Promise<{ told: number; missed: number }> {
  return deps.db.transaction().execute(async (tx) => {
    const now = deps.clock.now();
    const waiting = await claimPrompts(tx, people, latestToPrompt(now), now);
    const told = new Set(await notify(deps, tx, waiting.map(stepPrompt)));
    const missed = waiting.map(({ ownerId }) => ownerId).filter((userId) => !told.has(userId));
    if (missed.length > 0) await deletePrompts(tx, missed);
    return { told: told.size, missed: missed.length };
  });
}

function describeFailure(results: Results, count: number, problem: string): void {
  results.failed += count;
  collectErrors(results.errors, problem);
}

function noResults(): Results {
  return { prompted: 0, failed: 0, errors: [] };
}
