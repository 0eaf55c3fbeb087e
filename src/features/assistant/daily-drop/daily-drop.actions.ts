import { lockConsents } from '#features/account';
import { listAssistantDropRecipients, sendAssistantDrops } from '#features/encouragement';
import { recordTextUsages, type TextUsage, usageOfFailedText } from '#features/usage';
import { createCollector } from '#platform/concurrency/collector.ts';
import { sleep } from '#platform/concurrency/sleep.ts';
import { togetherOrAlone } from '#platform/concurrency/together-or-alone.ts';
import { localDateOf } from '#platform/days/calendar-date.ts';
import { AppError, codeOf } from '#platform/errors.ts';
import { collectErrors } from '#platform/jobs/collect-errors.ts';
import { RUN_TIME_EXCEEDED, type ShouldContinue } from '#platform/jobs/run-time.ts';
import {
  type LatestFindings,
  listAnalyzedUsers,
  listLatestAnalyses,
  lockAnalyses,
} from '../analysis/analysis.store.ts';
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
import { type DailyDropRun, DropResponse } from './daily-drop.schema.ts';
import { genericText } from './daily-drop.template.ts';

/** Counters of users. `errors` contains the first hundred failures. */
type DropResult = { generated: number; skipped: number; failed: number; errors: string[] };

/** The context of processing a batch. */
type Work = AssistantDeps & { result: DropResult };

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
  const { results, isComplete } = await runDistributed(deps, dropWork(deps, total));
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

/** The users who need no call of the provider get their drops when the others are chosen, and count in `result`. */
const dropWork = (deps: AssistantDeps, result = createResult()): DistributedWork<DropResult> => ({
  job: SEND_DAILY_DROPS,
  consent: 'notes-and-drops',
  choose: async (userIds) => {
    const recipients = await listAssistantDropRecipients(deps.db, userIds, today(deps));
    result.skipped += recipients.size;
    const open = userIds.filter((userId) => !recipients.has(userId));
    const analyzed = deps.ai.isConfigured ? await listAnalyzedUsers(deps.db, open) : new Set();
    const generic = open.filter((userId) => !analyzed.has(userId));
    await storeDrops(
      { ...deps, result },
      generic.map((userId) => ({ id: deps.ids.next(), userId, generated: null })),
    );
    return open.filter((userId) => analyzed.has(userId));
  },
  work: (userIds, shouldContinue) => sendDrops(deps, userIds, shouldContinue),
});

async function sendDrops(
  deps: AssistantDeps,
  userIds: readonly string[],
  shouldContinue: ShouldContinue,
): Promise<BatchResult<DropResult>> {
  const result = createResult();
  const work: Work = { ...deps, result };
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
  const store = createCollector((drops: readonly PreparedDrop[]) => storeDrops(work, drops));
  await Promise.all(userIds.map(async (userId) => store(await prepareDrop(work, userId, found.get(userId)))));
  return found.size > 0 && work.ai.isConfigured;
}

/** A drop to store. Its text is generic if nothing was generated. */
type PreparedDrop = { id: string; userId: string; generated: Generated | null };

/** The text of the model, null if the call failed, and the analysis that it was written from. */
type Generated = { analysisId: string; text: string | null; usage: TextUsage | null };

async function prepareDrop(work: Work, userId: string, findings: LatestFindings | undefined): Promise<PreparedDrop> {
  const id = work.ids.next();
  const isGenerated = findings !== undefined && work.ai.isConfigured;
  return { id, userId, generated: isGenerated ? await generateText(work, findings, id) : null };
}

async function generateText(work: Work, findings: LatestFindings, dropId: string): Promise<Generated> {
  const { ai, assistant } = work;
  const { id: analysisId, user_id: userId } = findings;
  const purpose = { userId, type: 'daily_drop', referenceId: dropId } as const;
  try {
    const { object, usage } = await ai.generateObject({
      name: 'daily_drop',
      schema: DropResponse,
      instructions: INSTRUCTIONS,
      text: factsForDrop(findings),
      timeoutMs: assistant.timeoutMs,
    });
    return { analysisId, text: plainText(object.message, MAX_DROP_LENGTH), usage: { ...purpose, ...usage } };
  } catch (error) {
    if (!(error instanceof AppError)) logFailure(work, userId, error);
    return { analysisId, text: null, usage: usageOfFailedText(work, purpose, error) };
  }
}

async function storeDrops(work: Work, drops: readonly PreparedDrop[]): Promise<void> {
  await recordTextUsages(
    work,
    drops.flatMap(({ generated }) => generated?.usage ?? []),
  );
  await togetherOrAlone(
    drops,
    async () => {
      const consenting = await sendDropsTo(work, drops, 'skip');
      return drops.filter(({ userId }) => !consenting.has(userId));
    },
    async (drop) => {
      try {
        const consenting = await sendDropsTo(work, [drop], 'wait');
        work.result.skipped += 1 - consenting.size;
      } catch (error) {
        addError(work, drop.userId, error);
      }
    },
  );
}

/**
 * Sends the drops in one transaction and returns the users who consent. Counts those of them who already have a drop as skipped.
 * `skip` leaves out users whose profile another transaction has locked; `wait` waits for them.
 */
async function sendDropsTo(
  work: Work,
  drops: readonly PreparedDrop[],
  locked: 'wait' | 'skip',
): Promise<ReadonlySet<string>> {
  const { consenting, sent } = await work.db.transaction().execute(async (tx) => {
    const userIds = drops.map(({ userId }) => userId);
    const consenting = await lockConsents(tx, userIds, 'notes-and-drops', locked);
    const sending = drops.filter(({ userId }) => consenting.has(userId));
    // A text is not sent if its analysis was deleted since.
    const analysisIds = sending.flatMap(({ generated }) => (generated?.text ? generated.analysisId : []));
    const analyses = analysisIds.length === 0 ? new Set() : await lockAnalyses(tx, analysisIds);
    const contentOf = ({ userId, generated }: PreparedDrop) =>
      generated?.text && analyses.has(generated.analysisId) ? generated.text : genericText(userId, today(work));
    const contents = sending.map((drop) => ({ id: drop.id, recipientId: drop.userId, content: contentOf(drop) }));
    return { consenting, sent: await sendAssistantDrops(work, tx, contents) };
  });
  work.result.generated += sent;
  work.result.skipped += consenting.size - sent;
  return consenting;
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
