import { localDateOf } from '../../platform/days/calendar-date.ts';
import { AppError } from '../../platform/errors.ts';
import type { Ai } from '../../providers/ai/ai.ts';
import { holdConsent } from '../account/index.ts';
import { lastChangesOfNotes, type Note, readNotes } from '../journal/index.ts';
import { recordTextUsage, type UsageDeps } from '../usage/index.ts';
import { type Findings, NotesAnswer } from './analysis.schema.ts';
import { listReadTimes, upsertAnalysis } from './analysis.store.ts';
import { type Claim, claimPeople, deleteClaim, deleteClaims } from './claim.store.ts';
import { findingsIn } from './findings.rules.ts';
import { isDue, LONGEST_TEXT, MOST_NOTES, readSince, textOf } from './notes.rules.ts';
import { inBatches, type PaceDeps } from './pace.actions.ts';

export type AnalysisDeps = UsageDeps & PaceDeps & { ai: Ai };

/** How it went for some people. `errors` are of the first hundred: whose notes, and what kind of failure. */
export type Tally = { successful: number; failed: number; errors: string[] };

const ERRORS_TOLD = 100;
/** How long a claim holds beyond the time that the provider may take. */
const TIME_TO_STORE_MILLISECONDS = 30_000;

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
 * work at a time at most; called again under the same name, it takes over what a crash has left behind. Failures are in
 * what it returns; it never throws.
 */
export async function analyzePeople(deps: AnalysisDeps, holder: string, userIds: readonly string[]): Promise<Tally> {
  const tally: Tally = { successful: 0, failed: 0, errors: [] };
  await inBatches(deps, userIds, async (batch) => {
    try {
      return await analyzeBatch(deps, holder, batch, tally);
    } catch (error) {
      for (const userId of batch) tellFailure(deps, tally, userId, error);
      return false;
    }
  });
  return tally;
}

/** Whose notes of these are to be analyzed at this moment. */
export async function listDue(deps: AnalysisDeps, userIds: readonly string[], now: Date): Promise<string[]> {
  const changes = await lastChangesOfNotes(deps.db, userIds, readSince(now));
  const readTimes = await listReadTimes(deps.db, [...changes.keys()], localDateOf(now, 'UTC'));
  return userIds.filter((userId) => isDue(changes.get(userId), readTimes.get(userId)));
}

/** Adds one tally to another. */
export function addTo(sum: Tally, { successful, failed, errors }: Tally): void {
  sum.successful += successful;
  sum.failed += failed;
  sum.errors.push(...errors.slice(0, ERRORS_TOLD - sum.errors.length));
}

/** Whether the provider was asked. Throws where nobody could be looked up. */
async function analyzeBatch(
  deps: AnalysisDeps,
  holder: string,
  userIds: readonly string[],
  tally: Tally,
): Promise<boolean> {
  const now = deps.clock.now();
  const expiresAt = new Date(now.getTime() + deps.assistant.timeLimitMs + TIME_TO_STORE_MILLISECONDS);
  const claim: Claim = { id: deps.ids.next(), holder, now, expiresAt };
  const claimed = await claimPeople(deps.db, userIds, claim);
  try {
    const asked = { since: readSince(now), limit: MOST_NOTES, longest: LONGEST_TEXT };
    const notes = await readNotes(deps.db, await listDue(deps, claimed, now), asked);
    await Promise.all([...notes].map(([userId, own]) => analyzeOne(deps, claim, userId, own, tally)));
    return notes.size > 0;
  } finally {
    // A claim that cannot be ended ends by itself.
    await deleteClaims(deps.db, claimed, claim.id).catch((error: unknown) => logFailure(deps, error));
  }
}

async function analyzeOne(
  deps: AnalysisDeps,
  claim: Claim,
  userId: string,
  notes: readonly Note[],
  tally: Tally,
): Promise<void> {
  try {
    const findings = await askForFindings(deps, userId, notes);
    if (findings === null) return tell(tally, userId, 'ai.bad-answer');
    if (await storeAnalysis(deps, claim, userId, findings, notes.length)) tally.successful += 1;
  } catch (error) {
    tellFailure(deps, tally, userId, error);
  }
}

async function askForFindings(deps: AnalysisDeps, userId: string, notes: readonly Note[]): Promise<Findings | null> {
  const { object, usage } = await deps.ai.generateObject({
    name: 'note_analysis',
    schema: NotesAnswer,
    instructions: INSTRUCTIONS,
    text: textOf(notes),
    timeLimitMs: deps.assistant.timeLimitMs,
  });
  await recordTextUsage(deps, { userId, type: 'note_analysis', ...usage });
  return findingsIn(object);
}

/** False where the person has meanwhile taken back their consent or erased their analyses: then nothing of it is kept. */
async function storeAnalysis(
  deps: AnalysisDeps,
  { id: claimId, now: readAt }: Claim,
  userId: string,
  findings: Findings,
  entryCount: number,
): Promise<boolean> {
  const [id, day, now] = [deps.ids.next(), localDateOf(readAt, 'UTC'), deps.clock.now()];
  return deps.db.transaction().execute(async (tx) => {
    if (!(await holdConsent(tx, userId, 'notes')) || !(await deleteClaim(tx, userId, claimId))) return false;
    await upsertAnalysis(tx, { id, userId, day, findings, entryCount, readAt, now });
    return true;
  });
}

function tellFailure(deps: AnalysisDeps, tally: Tally, userId: string, error: unknown): void {
  if (!(error instanceof AppError)) logFailure(deps, error);
  tell(tally, userId, error instanceof AppError ? error.code : 'assistant.not-stored');
}

function tell(tally: Tally, userId: string, code: string): void {
  tally.failed += 1;
  if (tally.errors.length < ERRORS_TOLD) tally.errors.push(`${userId}: ${code}`);
}

/** By its code alone: what the database says of a row can quote it. */
function logFailure({ log }: AnalysisDeps, error: unknown): void {
  const code = error instanceof Error && 'code' in error ? error.code : 'unexpected';
  log.error({ code }, 'an analysis of notes failed');
}
