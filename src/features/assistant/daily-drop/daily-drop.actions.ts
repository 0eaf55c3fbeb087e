import { createSemaphore, type Semaphore } from '../../../platform/concurrency/semaphore.ts';
import { sleep } from '../../../platform/concurrency/sleep.ts';
import { localDateOf } from '../../../platform/days/calendar-date.ts';
import { AppError, codeOf } from '../../../platform/errors.ts';
import { collectErrors } from '../../../platform/jobs/collect-errors.ts';
import { RUN_TIME_EXCEEDED, type ShouldContinue } from '../../../platform/jobs/run-time.ts';
import type { AiUsage } from '../../../providers/ai/ai.ts';
import { lockConsented } from '../../account/index.ts';
import { listAssistantDropRecipients, sendAssistantDrop } from '../../encouragement/index.ts';
import { recordFailedText, recordTextUsage } from '../../usage/index.ts';
import { type LatestFindings, listLatestAnalyses, lockAnalysis } from '../analysis/analysis.store.ts';
import { ANALYZE_NOTES } from '../analysis/analysis-run.actions.ts';
import { plainText } from '../analysis/findings.rules.ts';
import type { AssistantDeps } from '../deps.ts';
import { forEachBatch } from '../distributed-run/batching.actions.ts';
import {
  type BatchResult,
  type DistributedWork,
  runDistributed,
  runWorker,
} from '../distributed-run/distributed-run.actions.ts';
import { factsForDrop, MAX_DROP_LENGTH } from './daily-drop.rules.ts';
import { type DailyDropRun, DropAnswer } from './daily-drop.schema.ts';
import { genericText } from './daily-drop.template.ts';

/** Counters of users. `errors` contains the first hundred failures. */
type DropResult = { generated: number; skipped: number; failed: number; errors: string[] };

/** The context of processing a batch. The semaphore stores one drop at a time, as in the analysis. */
type Work = AssistantDeps & { result: DropResult; semaphore: Semaphore };

/** The name of the job. */
export const SEND_DAILY_DROPS = 'generate-daily-drops';
const ANALYSIS_WAIT_MS = 10 * 60 * 1000;
const POLL_INTERVAL_MS = 100;

const INSTRUCTIONS = `You are the assistant of a user who keeps a journal. From what was found in their notes, write them a short message
that encourages them today: two or three sentences, at most 300 characters, warm, concrete and plain, in the language of the
summary. Speak to them as "you". Name no other people, repeat nothing that could hurt, give no medical advice, and ask nothing.`;

/**
 * Sends a drop written from the latest analysis to each user who wants it, once a day (UTC). Users without an analysis get a
 * generic text, as do all if the AI provider fails. Waits up to ten minutes for a running analysis. Requests workers on other
 * nodes (`runDailyDropWorker`). Requires the lock of the job.
 */
export async function sendDailyDrops(deps: AssistantDeps): Promise<DailyDropRun> {
  await waitForAnalysis(deps);
  const total = createResult();
  const countSkipped = (count: number) => {
    total.skipped += count;
  };
  const { results, isComplete } = await runDistributed(deps, dropWork(deps, countSkipped));
  for (const result of results) addResult(total, result);
  const suffix = isComplete ? '' : ` ${RUN_TIME_EXCEEDED}`;
  const { generated, skipped, failed } = total;
  return {
    success: true,
    message: `${generated} users received a drop.${suffix}`,
    is_complete: isComplete,
    results: { total: generated + skipped + failed, ...total },
  };
}

/** Processes batches of a run on any node until none remains. */
export async function runDailyDropWorker(deps: AssistantDeps): Promise<void> {
  await runWorker(deps, dropWork(deps));
}

/** `countSkipped` is called with the number of users who already have a drop. */
const dropWork = (
  deps: AssistantDeps,
  countSkipped: (count: number) => void = () => undefined,
): DistributedWork<DropResult> => ({
  job: SEND_DAILY_DROPS,
  consent: 'notes-and-drops',
  choose: async (userIds) => {
    const recipients = await listAssistantDropRecipients(deps.db, userIds, today(deps));
    countSkipped(recipients.size);
    return userIds.filter((userId) => !recipients.has(userId));
  },
  work: (userIds, shouldContinue) => sendDrops(deps, userIds, shouldContinue),
});

async function sendDrops(
  deps: AssistantDeps,
  userIds: readonly string[],
  shouldContinue: ShouldContinue,
): Promise<BatchResult<DropResult>> {
  const result = createResult();
  const work: Work = { ...deps, result, semaphore: createSemaphore({ maxQueue: deps.assistant.batchSize }) };
  const remaining = await forEachBatch(deps, userIds, shouldContinue, (batch) => sendBatch(work, batch));
  return { result, remaining };
}

const createResult = (): DropResult => ({ generated: 0, skipped: 0, failed: 0, errors: [] });

function addResult(total: DropResult, { generated, skipped, failed, errors }: DropResult): void {
  total.generated += generated;
  total.skipped += skipped;
  total.failed += failed;
  collectErrors(total.errors, ...errors);
}

const today = ({ clock }: Pick<AssistantDeps, 'clock'>) => localDateOf(clock.now(), 'UTC');

/** Whether the day (UTC) of a scheduled run has ended. Such a run is skipped: the next day has its own. */
export function isDayOver(deps: Pick<AssistantDeps, 'clock'>, scheduledAt: Date): boolean {
  return localDateOf(scheduledAt, 'UTC') !== today(deps);
}

async function waitForAnalysis(deps: AssistantDeps): Promise<void> {
  const deadline = deps.clock.now().getTime() + ANALYSIS_WAIT_MS;
  while (deps.clock.now().getTime() < deadline && !deps.isDraining() && (await deps.jobs.isRunning(ANALYZE_NOTES))) {
    await sleep(POLL_INTERVAL_MS);
  }
}

/** Returns whether the provider was called. */
async function sendBatch(work: Work, userIds: readonly string[]): Promise<boolean> {
  const found = new Map<string, LatestFindings>();
  try {
    for (const findings of await listLatestAnalyses(work.db, userIds)) found.set(findings.user_id, findings);
  } catch (error) {
    for (const userId of userIds) addError(work, userId, error);
    return false;
  }
  await Promise.all(userIds.map((userId) => sendDrop(work, userId, found.get(userId))));
  return found.size > 0 && work.ai.isConfigured;
}

async function sendDrop(work: Work, userId: string, findings: LatestFindings | undefined): Promise<void> {
  const dropId = work.ids.next();
  const text = findings && (await generateText(work, findings, dropId));
  try {
    const isSent = await work.semaphore.run(() => storeDrop(work, userId, dropId, text ?? null));
    work.result[isSent ? 'generated' : 'skipped'] += 1;
  } catch (error) {
    addError(work, userId, error);
  }
}

/** A text of the model and the analysis that it was written from. */
type GeneratedText = { analysisId: string; text: string; usage: AiUsage };

/** Returns null if no provider is configured or the call fails. */
async function generateText(work: Work, findings: LatestFindings, dropId: string): Promise<GeneratedText | null> {
  const { ai, assistant } = work;
  if (!ai.isConfigured) return null;
  try {
    const { object, usage } = await ai.generateObject({
      name: 'daily_drop',
      schema: DropAnswer,
      instructions: INSTRUCTIONS,
      text: factsForDrop(findings),
      timeoutMs: assistant.timeoutMs,
    });
    return { analysisId: findings.id, text: plainText(object.message, MAX_DROP_LENGTH), usage };
  } catch (error) {
    if (!(error instanceof AppError)) logFailure(work, findings.user_id, error);
    await work.semaphore.run(() => recordFailedText(work, purposeOf(findings.user_id, dropId), error));
    return null;
  }
}

const purposeOf = (userId: string, dropId: string) => ({ userId, type: 'daily_drop', referenceId: dropId }) as const;

/** Returns false if the user already has a drop of today or has withdrawn the consent. */
async function storeDrop(
  work: Work,
  userId: string,
  dropId: string,
  generated: GeneratedText | null,
): Promise<boolean> {
  if (generated !== null) await recordTextUsage(work, { ...purposeOf(userId, dropId), ...generated.usage });
  return work.db.transaction().execute(async (tx) => {
    if (!(await lockConsented(tx, userId, 'notes-and-drops'))) return false;
    // The text is not sent if its analysis was deleted since.
    const isPersonal = generated !== null && generated.text !== '' && (await lockAnalysis(tx, generated.analysisId));
    const content = isPersonal ? generated.text : genericText(userId, today(work));
    return sendAssistantDrop(work, tx, { id: dropId, recipientId: userId, content });
  });
}

function addError(work: Work, userId: string, error: unknown): void {
  logFailure(work, userId, error);
  const { result } = work;
  result.failed += 1;
  collectErrors(result.errors, `${userId}: drops.not-stored`);
}

/** Logs the code only, because messages of the database can quote the text of a row. */
function logFailure({ log }: Pick<Work, 'log'>, userId: string, error: unknown): void {
  const code = codeOf(error) ?? 'unexpected';
  log.error({ event: 'assistant.daily-drop-failed', user_id: userId, code }, 'a daily drop failed');
}
