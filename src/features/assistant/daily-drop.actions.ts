import { createSemaphore, type Semaphore } from '../../platform/concurrency/semaphore.ts';
import { sleep } from '../../platform/concurrency/sleep.ts';
import { localDateOf } from '../../platform/days/calendar-date.ts';
import { AppError, codeOf } from '../../platform/errors.ts';
import { collectErrors } from '../../platform/jobs/collect-errors.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { RUN_TIME_EXCEEDED, type ShouldContinue } from '../../platform/jobs/run-time.ts';
import type { AiUsage } from '../../providers/ai/ai.ts';
import { lockConsented } from '../account/index.ts';
import { findHavingAssistantDrop, sendAssistantDrop } from '../encouragement/index.ts';
import type { NotificationDeps } from '../notification/index.ts';
import { recordFailedText, recordTextUsage } from '../usage/index.ts';
import type { AnalysisDeps } from './analysis.actions.ts';
import { type LatestFindings, listLatestAnalyses, lockAnalysis } from './analysis.store.ts';
import { ANALYZE_NOTES } from './analysis-run.actions.ts';
import { factsForDrop, genericText, MAX_DROP_LENGTH } from './daily-drop.rules.ts';
import { type DailyDropRun, DropAnswer } from './daily-drop.schema.ts';
import { type BatchResult, type DistributedWork, help, runDistributed } from './distributed-run.actions.ts';
import { plainText } from './findings.rules.ts';
import { inBatches } from './pace.actions.ts';

export type DailyDropDeps = AnalysisDeps & NotificationDeps & { jobs: Jobs };

/** How it went for some people. `errors` are of the first hundred. */
type SenderStats = { generated: number; skipped: number; failed: number; errors: string[] };

/** What one call works with. Drops are stored one at a time, as analyses are. */
type Work = DailyDropDeps & { tally: SenderStats; semaphore: Semaphore };

/** The name of the job. */
export const SEND_DAILY_DROPS = 'generate-daily-drops';
/** How long drops wait for the analysis that they should follow, and how often they look whether it has ended. */
const MAX_WAIT_MS = 10 * 60 * 1000;
const POLL_INTERVAL_MS = 100;

const INSTRUCTIONS = `You are the assistant of somebody who keeps a journal. From what was found in their notes, write them a short message
that encourages them today: two or three sentences, at most 300 characters, warm, concrete and plain, in the language of the
summary. Speak to them as "you". Name no other people, repeat nothing that could hurt, give no medical advice, and ask nothing.`;

/**
 * Sends a drop written from the latest analysis to every user who wants it, once a day (UTC). Users without an analysis get a
 * generic one, as do all if the AI fails. Waits for a running analysis of notes. Asks other nodes for help: see
 * `runDailyDropWorker`. Run it under the lock of the job.
 */
export async function sendDailyDrops(deps: DailyDropDeps): Promise<DailyDropRun> {
  await waitForAnalysis(deps);
  const sum = createTally();
  const count = (having: number) => {
    sum.skipped += having;
  };
  const { tallies, isComplete } = await runDistributed(deps, dropsOf(deps, count));
  for (const tally of tallies) addTo(sum, tally);
  const rest = isComplete ? '' : ` ${RUN_TIME_EXCEEDED}`;
  const { generated, skipped, failed } = sum;
  return {
    success: true,
    message: `${generated} people have got a drop.${rest}`,
    is_complete: isComplete,
    results: { total: generated + skipped + failed, ...sum },
  };
}

/** Takes part in a run that is under way on any node, until nothing of it is left. */
export async function runDailyDropWorker(deps: DailyDropDeps): Promise<void> {
  await help(deps, dropsOf(deps));
}

/** `count` is told how many of some people have got their drop already. */
const dropsOf = (
  deps: DailyDropDeps,
  count: (having: number) => void = () => undefined,
): DistributedWork<SenderStats> => ({
  job: SEND_DAILY_DROPS,
  consent: 'notes-and-drops',
  choose: async (people) => {
    const having = await findHavingAssistantDrop(deps.db, people, today(deps));
    count(having.size);
    return people.filter((userId) => !having.has(userId));
  },
  work: (people, shouldContinue) => sendDrops(deps, people, shouldContinue),
});

async function sendDrops(
  deps: DailyDropDeps,
  userIds: readonly string[],
  shouldContinue: ShouldContinue,
): Promise<BatchResult<SenderStats>> {
  const tally = createTally();
  const work: Work = { ...deps, tally, semaphore: createSemaphore({ maxQueue: deps.assistant.batchSize }) };
  const left = await inBatches(deps, userIds, shouldContinue, (batch) => sendBatch(work, batch));
  return { tally, left };
}

const createTally = (): SenderStats => ({ generated: 0, skipped: 0, failed: 0, errors: [] });

function addTo(sum: SenderStats, { generated, skipped, failed, errors }: SenderStats): void {
  sum.generated += generated;
  sum.skipped += skipped;
  sum.failed += failed;
  collectErrors(sum.errors, ...errors);
}

const today = ({ clock }: Pick<DailyDropDeps, 'clock'>) => localDateOf(clock.now(), 'UTC');

/** Whether the day (UTC) of a planned run is over: it gets no drop any more, and the next day has its own. */
export function isDayOver(deps: Pick<DailyDropDeps, 'clock'>, scheduledAt: Date): boolean {
  return localDateOf(scheduledAt, 'UTC') !== today(deps);
}

async function waitForAnalysis(deps: DailyDropDeps): Promise<void> {
  const until = deps.clock.now().getTime() + MAX_WAIT_MS;
  while (deps.clock.now().getTime() < until && !deps.isDraining() && (await deps.jobs.isRunning(ANALYZE_NOTES))) {
    await sleep(POLL_INTERVAL_MS);
  }
}

/** Whether the provider was asked. */
async function sendBatch(work: Work, userIds: readonly string[]): Promise<boolean> {
  const found = new Map<string, LatestFindings>();
  try {
    for (const findings of await listLatestAnalyses(work.db, userIds)) found.set(findings.user_id, findings);
  } catch (error) {
    for (const userId of userIds) describeFailure(work, userId, error);
    return false;
  }
  await Promise.all(userIds.map((userId) => sendOne(work, userId, found.get(userId))));
  return found.size > 0 && work.ai.isConfigured;
}

async function sendOne(work: Work, userId: string, findings: LatestFindings | undefined): Promise<void> {
  const dropId = work.ids.next();
  const written = findings && (await writePersonally(work, findings, dropId));
  try {
    const isSent = await work.semaphore.run(() => storeDrop(work, userId, dropId, written ?? null));
    work.tally[isSent ? 'generated' : 'skipped'] += 1;
  } catch (error) {
    describeFailure(work, userId, error);
  }
}

/** What a model has written, and from which analysis. */
type Written = { analysisId: string; text: string; usage: AiUsage };

/** Null where there is no provider, or it gives no answer that can be used. */
async function writePersonally(work: Work, findings: LatestFindings, dropId: string): Promise<Written | null> {
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

/** False where the person has got one, or has taken back their consent meanwhile. */
async function storeDrop(work: Work, userId: string, dropId: string, written: Written | null): Promise<boolean> {
  if (written !== null) await recordTextUsage(work, { ...purposeOf(userId, dropId), ...written.usage });
  return work.db.transaction().execute(async (tx) => {
    if (!(await lockConsented(tx, userId, 'notes-and-drops'))) return false;
    // What follows from an analysis that was erased meanwhile is not said any more.
    const isPersonal = written !== null && written.text !== '' && (await lockAnalysis(tx, written.analysisId));
    const content = isPersonal ? written.text : genericText(userId, today(work));
    return sendAssistantDrop(work, tx, { id: dropId, recipientId: userId, content });
  });
}

function describeFailure(work: Work, userId: string, error: unknown): void {
  logFailure(work, userId, error);
  const { tally } = work;
  tally.failed += 1;
  collectErrors(tally.errors, `${userId}: drops.not-stored`);
}

/** By its code alone: what the database says of a row can quote it. */
function logFailure({ log }: Pick<Work, 'log'>, userId: string, error: unknown): void {
  const code = codeOf(error) ?? 'unexpected';
  log.error({ user_id: userId, code }, 'a daily drop failed');
}
