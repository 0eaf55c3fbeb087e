import { chunk } from '../../platform/chunk.ts';
import { createSemaphore, type Semaphore } from '../../platform/concurrency/semaphore.ts';
import { localDateOf } from '../../platform/days/calendar-date.ts';
import { AppError, codeOf } from '../../platform/errors.ts';
import { collectErrors } from '../../platform/jobs/collect-errors.ts';
import type { ShouldContinue } from '../../platform/jobs/run-time.ts';
import type { Ai } from '../../providers/ai/ai.ts';
import { lockConsented } from '../account/index.ts';
import { findLastNoteChanges, readNotes } from '../journal/index.ts';
import { recordFailedText, recordTextUsage, type UsageDeps } from '../usage/index.ts';
import { type Findings, NotesAnswer } from './analysis.schema.ts';
import { findAnalysisIds, listReadTimes, upsertAnalysis } from './analysis.store.ts';
import { type Claim, claimPeople, deleteClaim, deleteClaims } from './claim.store.ts';
import type { BatchResult } from './distributed-run.actions.ts';
import { findingsIn } from './findings.rules.ts';
import { isDue, MAX_NOTES, MAX_TEXT_LENGTH, readSince, textOf } from './notes.rules.ts';
import { type BatchingDeps, inBatches } from './pace.actions.ts';

export type AnalysisDeps = UsageDeps & BatchingDeps & { ai: Ai };

/** How it went for some people. `errors` are of the first hundred: whose notes, and what kind of failure. */
export type SenderStats = { successful: number; failed: number; errors: string[] };

/**
 * What one call works with. Answers are stored one at a time: a batch of them comes at once, and the connections to the database
 * are there for people first, who wait.
 */
type Work = AnalysisDeps & { holder: string; tally: SenderStats; semaphore: Semaphore };

/** Of how many people the notes are held before they are cut to measure: somebody's can be a megabyte. */
const READ_CONCURRENCY = 10;
/** How long a claim holds beyond the time that the provider may take. */
const TIME_TO_STORE_MS = 30_000;

const INSTRUCTIONS = `You read what somebody has written in their journal over the last days, oldest first, and tell them what you notice.
Speak to them as "you", warmly and plainly, in the language of the notes. Never diagnose, and name no other people.
summary: three to five sentences. mood_trends: sentiment over all notes, the direction it takes from the oldest to the newest,
and up to five moods with a share from 0 to 1, each one of: joyful, grateful, excited, hopeful, content, peaceful, optimistic,
sad, anxious, frustrated, angry, worried, disappointed, melancholic, pessimistic, calm, contemplative, neutral, tired, energetic.
topics: up to eight, of one to three words. patterns: up to five things that come back. recommendations: up to three small steps.
insights: what they are grateful for, what is hard, what they want, and what they have reached, up to five of each.
A list with nothing to say in it stays empty.`;

/**
 * Analyzes the notes of these people, batch by batch: of those who let the assistant read them, who have some, and who have
 * not been analyzed today (UTC) since they last wrote. It may be called by any number of jobs, on any node, with the same
 * people or others: whom another one is at work on is left to that one. `holder` is the name of the job, of which one is at
 * work at a time at most; called again under the same name, it takes over what a crash has left behind. It ends between two
 * batches once it may not go on, and tells whom that leaves. Failures are in what it returns; it never throws.
 */
export async function analyzePeople(
  deps: AnalysisDeps,
  holder: string,
  userIds: readonly string[],
  shouldContinue: ShouldContinue = () => !deps.isDraining(),
): Promise<BatchResult<SenderStats>> {
  const tally: SenderStats = { successful: 0, failed: 0, errors: [] };
  const work: Work = { ...deps, holder, tally, semaphore: createSemaphore({ maxQueue: deps.assistant.batchSize }) };
  const left = await inBatches(deps, userIds, shouldContinue, async (batch) => {
    try {
      return await analyzeBatch(work, batch);
    } catch (error) {
      for (const userId of batch) describeFailure(work, userId, error);
      return false;
    }
  });
  return { tally, left };
}

/** Whose notes of these are to be analyzed at this moment. */
export async function listDue(deps: AnalysisDeps, userIds: readonly string[], now: Date): Promise<string[]> {
  const changes = await findLastNoteChanges(deps.db, userIds, readSince(now));
  const readTimes = await listReadTimes(deps.db, [...changes.keys()], localDateOf(now, 'UTC'));
  return userIds.filter((userId) => isDue(changes.get(userId), readTimes.get(userId)));
}

/** Adds one tally to another. */
export function addTo(sum: SenderStats, { successful, failed, errors }: SenderStats): void {
  sum.successful += successful;
  sum.failed += failed;
  collectErrors(sum.errors, ...errors);
}

/** Whether the provider was asked. Throws where nobody could be looked up. */
async function analyzeBatch(work: Work, userIds: readonly string[]): Promise<boolean> {
  const { db, holder } = work;
  const now = work.clock.now();
  const expiresAt = new Date(now.getTime() + work.assistant.timeoutMs + TIME_TO_STORE_MS);
  const claim: Claim = { id: work.ids.next(), holder, now, expiresAt };
  const claimed = await claimPeople(db, userIds, claim);
  try {
    const readings = await readAll(work, await listDue(work, claimed, now), now);
    await Promise.all(readings.map((reading) => analyzeOne(work, claim, reading)));
    return readings.length > 0;
  } finally {
    // A claim that cannot be ended ends by itself.
    await deleteClaims(db, claimed, claim.id).catch((error: unknown) => logFailure(work, error));
  }
}

/** The notes of one person, as one text, and the analysis of the day that they are read for. */
type Reading = { userId: string; analysisId: string; text: string; entryCount: number };

async function readAll({ db, ids }: Work, userIds: readonly string[], now: Date): Promise<Reading[]> {
  const ofToday = await findAnalysisIds(db, userIds, localDateOf(now, 'UTC'));
  const asked = { since: readSince(now), limit: MAX_NOTES, maxLength: MAX_TEXT_LENGTH };
  const readings: Reading[] = [];
  for (const some of chunk(userIds, READ_CONCURRENCY)) {
    for (const [userId, notes] of await readNotes(db, some, asked)) {
      const analysisId = ofToday.get(userId) ?? ids.next();
      readings.push({ userId, analysisId, text: textOf(notes), entryCount: notes.length });
    }
  }
  return readings;
}

async function analyzeOne(work: Work, claim: Claim, reading: Reading): Promise<void> {
  const { userId, analysisId: referenceId } = reading;
  const purpose = { userId, type: 'note_analysis', referenceId } as const;
  try {
    const { object, usage } = await askAbout(work, reading.text);
    await work.semaphore.run(async () => {
      await recordTextUsage(work, { ...purpose, ...usage });
      const findings = findingsIn(object);
      if (findings === null) tell(work, userId, 'ai.bad-answer');
      else if (await storeAnalysis(work, claim, reading, findings)) work.tally.successful += 1;
    });
  } catch (error) {
    await work.semaphore.run(() => recordFailedText(work, purpose, error));
    describeFailure(work, userId, error);
  }
}

async function askAbout({ ai, assistant }: Work, text: string) {
  return ai.generateObject({
    name: 'note_analysis',
    schema: NotesAnswer,
    instructions: INSTRUCTIONS,
    text,
    timeoutMs: assistant.timeoutMs,
  });
}

/** False where the person has meanwhile taken back their consent or erased their analyses: then nothing of it is kept. */
async function storeAnalysis(
  { db, clock }: Work,
  { id: claimId, now: readAt }: Claim,
  { userId, analysisId: id, entryCount }: Reading,
  findings: Findings,
): Promise<boolean> {
  const [day, now] = [localDateOf(readAt, 'UTC'), clock.now()];
  return db.transaction().execute(async (tx) => {
    if (!(await lockConsented(tx, userId, 'notes')) || !(await deleteClaim(tx, userId, claimId))) return false;
    await upsertAnalysis(tx, { id, userId, day, findings, entryCount, readAt, now });
    return true;
  });
}

function describeFailure(work: Work, userId: string, error: unknown): void {
  if (!(error instanceof AppError)) logFailure(work, error);
  tell(work, userId, error instanceof AppError ? error.code : 'assistant.not-stored');
}

function tell({ tally }: Work, userId: string, code: string): void {
  tally.failed += 1;
  collectErrors(tally.errors, `${userId}: ${code}`);
}

/** By its code alone: what the database says of a row can quote it. */
function logFailure({ log }: Work, error: unknown): void {
  const code = codeOf(error) ?? 'unexpected';
  log.error({ code }, 'an analysis of notes failed');
}
