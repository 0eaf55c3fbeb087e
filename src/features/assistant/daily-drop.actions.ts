import { localDateOf } from '../../platform/days/calendar-date.ts';
import { AppError } from '../../platform/errors.ts';
import { type Jobs, MET_ANOTHER_RUN } from '../../platform/jobs/jobs.ts';
import { pause } from '../../platform/pause.ts';
import { createTurns, type TakeTurn } from '../../platform/turns.ts';
import type { AiUsage } from '../../providers/ai/ai.ts';
import { holdConsent } from '../account/index.ts';
import { findHavingAssistantDrop, sendAssistantDrop } from '../encouragement/index.ts';
import type { NoticeDeps } from '../notification/index.ts';
import { recordTextUsage } from '../usage/index.ts';
import type { AnalysisDeps } from './analysis.actions.ts';
import { type LatestFindings, listLatestAnalyses, lockAnalysis } from './analysis.store.ts';
import { ANALYZE_NOTES } from './analysis-run.actions.ts';
import { factsForDrop, genericText, LONGEST_DROP } from './daily-drop.rules.ts';
import { type DailyDropRun, DropAnswer } from './daily-drop.schema.ts';
import { plainText } from './findings.rules.ts';
import { goThroughEverybody, inBatches } from './pace.actions.ts';

export type DailyDropDeps = AnalysisDeps & NoticeDeps & { jobs: Jobs };

type Results = DailyDropRun['results'];

/** What one run works with. Drops are stored one at a time, as analyses are. */
type Work = DailyDropDeps & { results: Results; takeTurn: TakeTurn };

const NOTHING = { total: 0, generated: 0, skipped: 0, failed: 0 };
const ERRORS_TOLD = 100;
/** How long drops wait for the analysis that they should follow, and how often they look whether it has ended. */
const LONGEST_WAIT_MILLISECONDS = 10 * 60 * 1000;
const LOOK_EVERY_MILLISECONDS = 100;

const INSTRUCTIONS = `You are the assistant of somebody who keeps a journal. From what was found in their notes, write them a short message
that encourages them today: two or three sentences, at most 300 characters, warm, concrete and plain, in the language of the
summary. Speak to them as "you". Name no other people, repeat nothing that could hurt, give no medical advice, and ask nothing.`;

/**
 * The job of the morning: sends everybody who wants that a drop, written from the latest analysis of their notes; a generic one
 * to whom there is none of, or where the AI cannot write. Each gets one a day (UTC), however often this runs. It waits for an
 * analysis of notes that is under way; a run that meets another does nothing.
 */
export async function sendDailyDrops(deps: DailyDropDeps): Promise<DailyDropRun> {
  const run = await deps.jobs.runAlone('generate-daily-drops', async () => {
    await waitForAnalysis(deps);
    const results: Results = { ...NOTHING, errors: [] };
    const work: Work = { ...deps, results, takeTurn: createTurns(deps.assistant.batchSize) };
    const isThrough = await goThroughEverybody(deps, 'notes-and-drops', async (people, mayGoOn) => {
      const having = await findHavingAssistantDrop(deps.db, people, today(deps));
      results.skipped += having.size;
      const open = people.filter((userId) => !having.has(userId));
      await inBatches(deps, open, mayGoOn, (batch) => sendBatch(work, batch));
    });
    results.total = results.generated + results.skipped + results.failed;
    const rest = isThrough ? '' : ' The time of one run is over: call again, and the next one goes on.';
    return { success: true, message: `${results.generated} people have got a drop.${rest}`, results };
  });
  return run ?? { success: true, message: MET_ANOTHER_RUN, results: { ...NOTHING, errors: [] } };
}

const today = ({ clock }: Pick<DailyDropDeps, 'clock'>) => localDateOf(clock.now(), 'UTC');

async function waitForAnalysis(deps: DailyDropDeps): Promise<void> {
  const until = deps.clock.now().getTime() + LONGEST_WAIT_MILLISECONDS;
  while (deps.clock.now().getTime() < until && !deps.isDraining() && (await deps.jobs.isUnderWay(ANALYZE_NOTES))) {
    await pause(LOOK_EVERY_MILLISECONDS);
  }
}

/** Whether the provider was asked. */
async function sendBatch(work: Work, userIds: readonly string[]): Promise<boolean> {
  const found = new Map<string, LatestFindings>();
  try {
    for (const findings of await listLatestAnalyses(work.db, userIds)) found.set(findings.user_id, findings);
  } catch (error) {
    for (const userId of userIds) tellFailure(work, userId, error);
    return false;
  }
  await Promise.all(userIds.map((userId) => sendOne(work, userId, found.get(userId))));
  return found.size > 0 && work.ai.isConfigured;
}

async function sendOne(work: Work, userId: string, findings: LatestFindings | undefined): Promise<void> {
  const written = findings && (await writePersonally(work, findings));
  try {
    const isSent = await work.takeTurn(() => storeDrop(work, userId, written ?? null));
    work.results[isSent ? 'generated' : 'skipped'] += 1;
  } catch (error) {
    tellFailure(work, userId, error);
  }
}

/** What a model has written, and from which analysis. */
type Written = { analysisId: string; text: string; usage: AiUsage };

/** Null where there is no provider, or it gives no answer that can be used. */
async function writePersonally({ ai, assistant, log }: Work, findings: LatestFindings): Promise<Written | null> {
  if (!ai.isConfigured) return null;
  try {
    const { object, usage } = await ai.generateObject({
      name: 'daily_drop',
      schema: DropAnswer,
      instructions: INSTRUCTIONS,
      text: factsForDrop(findings),
      timeLimitMs: assistant.timeLimitMs,
    });
    return { analysisId: findings.id, text: plainText(object.message, LONGEST_DROP), usage };
  } catch (error) {
    if (!(error instanceof AppError)) logFailure({ log }, findings.user_id, error);
    return null;
  }
}

/** False where the person has got one, or has taken back their consent meanwhile. */
async function storeDrop(work: Work, userId: string, written: Written | null): Promise<boolean> {
  if (written !== null) await recordTextUsage(work, { userId, type: 'daily_drop', ...written.usage });
  return work.db.transaction().execute(async (tx) => {
    if (!(await holdConsent(tx, userId, 'notes-and-drops'))) return false;
    // What follows from an analysis that was erased meanwhile is not said any more.
    const isPersonal = written !== null && written.text !== '' && (await lockAnalysis(tx, written.analysisId));
    const content = isPersonal ? written.text : genericText(userId, today(work));
    return sendAssistantDrop(work, tx, { recipientId: userId, content });
  });
}

function tellFailure(work: Work, userId: string, error: unknown): void {
  logFailure(work, userId, error);
  const { results } = work;
  results.failed += 1;
  if (results.errors.length < ERRORS_TOLD) results.errors.push(`${userId}: drops.not-stored`);
}

/** By its code alone: what the database says of a row can quote it. */
function logFailure({ log }: Pick<Work, 'log'>, userId: string, error: unknown): void {
  const code = error instanceof Error && 'code' in error ? error.code : 'unexpected';
  log.error({ user_id: userId, code }, 'a daily drop failed');
}
