import { localDateOf } from '../../platform/days/calendar-date.ts';
import { AppError } from '../../platform/errors.ts';
import { type Jobs, MET_ANOTHER_RUN } from '../../platform/jobs/jobs.ts';
import { pause } from '../../platform/pause.ts';
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
    const results: Results = { total: 0, generated: 0, skipped: 0, failed: 0, errors: [] };
    const isThrough = await goThroughEverybody(deps, 'notes-and-drops', async (people) => {
      const having = await findHavingAssistantDrop(deps.db, people, today(deps));
      results.total += people.length;
      results.skipped += having.size;
      const open = people.filter((userId) => !having.has(userId));
      await inBatches(deps, open, (batch) => sendBatch(deps, batch, results));
    });
    const rest = isThrough ? '' : ' The time of one run is over: call again, and the next one goes on.';
    return { success: true, message: `${results.generated} people have got a drop.${rest}`, results };
  });
  return run ?? { success: true, message: MET_ANOTHER_RUN, results: { ...NOTHING, errors: [] } };
}

const NOTHING = { total: 0, generated: 0, skipped: 0, failed: 0 };

const today = ({ clock }: DailyDropDeps) => localDateOf(clock.now(), 'UTC');

async function waitForAnalysis(deps: DailyDropDeps): Promise<void> {
  const until = deps.clock.now().getTime() + LONGEST_WAIT_MILLISECONDS;
  while (deps.clock.now().getTime() < until && !deps.isDraining() && (await deps.jobs.isUnderWay(ANALYZE_NOTES))) {
    await pause(LOOK_EVERY_MILLISECONDS);
  }
}

/** Whether the provider was asked. */
async function sendBatch(deps: DailyDropDeps, userIds: readonly string[], results: Results): Promise<boolean> {
  const found = new Map<string, LatestFindings>();
  try {
    for (const findings of await listLatestAnalyses(deps.db, userIds)) found.set(findings.user_id, findings);
  } catch (error) {
    for (const userId of userIds) tellFailure(deps, results, userId, error);
    return false;
  }
  await Promise.all(userIds.map((userId) => sendOne(deps, userId, found.get(userId), results)));
  return found.size > 0 && deps.ai.isConfigured;
}

async function sendOne(
  deps: DailyDropDeps,
  userId: string,
  findings: LatestFindings | undefined,
  results: Results,
): Promise<void> {
  try {
    const personal = findings && (await writePersonally(deps, findings));
    const isSent = await deps.db.transaction().execute(async (tx) => {
      if (!(await holdConsent(tx, userId, 'notes-and-drops'))) return false;
      // What follows from an analysis that was erased meanwhile is not said any more.
      const isKept = findings !== undefined && personal !== null && (await lockAnalysis(tx, findings.id));
      const content = (isKept ? personal : null) ?? genericText(userId, today(deps));
      return sendAssistantDrop(deps, tx, { recipientId: userId, content });
    });
    results[isSent ? 'generated' : 'skipped'] += 1;
  } catch (error) {
    tellFailure(deps, results, userId, error);
  }
}

/** Null where there is no provider, or it gives no answer that can be used. */
async function writePersonally(deps: DailyDropDeps, findings: LatestFindings): Promise<string | null> {
  if (!deps.ai.isConfigured) return null;
  try {
    const { object, usage } = await deps.ai.generateObject({
      name: 'daily_drop',
      schema: DropAnswer,
      instructions: INSTRUCTIONS,
      text: factsForDrop(findings),
      timeLimitMs: deps.assistant.timeLimitMs,
    });
    await recordTextUsage(deps, { userId: findings.user_id, type: 'daily_drop', ...usage });
    return plainText(object.message, LONGEST_DROP) || null;
  } catch (error) {
    if (!(error instanceof AppError)) logFailure(deps, findings.user_id, error);
    return null;
  }
}

function tellFailure(deps: DailyDropDeps, results: Results, userId: string, error: unknown): void {
  logFailure(deps, userId, error);
  results.failed += 1;
  if (results.errors.length < ERRORS_TOLD) results.errors.push(`${userId}: drops.not-stored`);
}

/** By its code alone: what the database says of a row can quote it. */
function logFailure({ log }: DailyDropDeps, userId: string, error: unknown): void {
  const code = error instanceof Error && 'code' in error ? error.code : 'unexpected';
  log.error({ user_id: userId, code }, 'a daily drop failed');
}
