import { lockConsents } from '#features/account';
import { findLastNoteChanges, readNotes } from '#features/journal';
import { recordTextUsages, type TextUsage, usageOfFailedText } from '#features/usage';
import { chunk } from '#platform/chunk.ts';
import { createCollector } from '#platform/concurrency/collector.ts';
import { togetherOrAlone } from '#platform/concurrency/together-or-alone.ts';
import { localDateOf } from '#platform/days/calendar-date.ts';
import { AppError, codeOf } from '#platform/errors.ts';
import { collectErrors } from '#platform/jobs/collect-errors.ts';
import type { ShouldContinue } from '#platform/jobs/run-time.ts';
import type { AssistantDeps } from '../deps.ts';
import { forEachBatch } from '../distributed-run/batching.actions.ts';
import type { BatchResult } from '../distributed-run/distributed-run.actions.ts';
import { type Findings, NotesResponse } from './analysis.schema.ts';
import { findAnalysisIds, listReadTimes, upsertAnalyses } from './analysis.store.ts';
import { type AnalysisLease, deleteLeases, leaseUsers } from './analysis-lease.store.ts';
import { findingsIn } from './findings.rules.ts';
import { isDue, MAX_NOTES, MAX_TEXT_LENGTH, readSince, textOf } from './notes.rules.ts';

/** Counters of analyzed users. `errors` contains the first hundred failures, each with user id and error code. */
export type AnalysisResult = { successful: number; failed: number; errors: string[] };

/** The context of one call of `analyzeUsers`. */
type Work = AssistantDeps & { holder: string; result: AnalysisResult };

/** Users whose full texts are in memory at the same time. The text of a user can exceed 1 MB before it is truncated. */
const READ_CONCURRENCY = 10;
/** Duration of a lease beyond the timeout of the provider. */
const LEASE_MARGIN_MS = 30_000;

const INSTRUCTIONS = `You read what a user has written in their journal over the last days, oldest first, and tell them what you notice.
Speak to them as "you", warmly and plainly, in the language of the notes. Never diagnose, and name no other people.
summary: three to five sentences. mood_trends: sentiment over all notes, the direction it takes from the oldest to the newest,
and up to five moods with a share from 0 to 1, each one of: joyful, grateful, excited, hopeful, content, peaceful, optimistic,
sad, anxious, frustrated, angry, worried, disappointed, melancholic, pessimistic, calm, contemplative, neutral, tired, energetic.
topics: up to eight, of one to three words. patterns: up to five things that come back. recommendations: up to three small steps.
insights: what they are grateful for, what is hard, what they want, and what they have reached, up to five of each.
A list with nothing to say in it stays empty.`;

/**
 * Analyzes the entries of those users who are due (`listDueUsers`), batch by batch, until `shouldContinue` returns false. Safe
 * to call concurrently on any node: users leased by another holder are skipped. `holder` is the name of a job that runs once at
 * a time, so it takes over its own leases after a crash. Never throws: failures are in the result.
 */
export async function analyzeUsers(
  deps: AssistantDeps,
  holder: string,
  userIds: readonly string[],
  shouldContinue: ShouldContinue = () => !deps.isDraining(),
): Promise<BatchResult<AnalysisResult>> {
  const result: AnalysisResult = { successful: 0, failed: 0, errors: [] };
  const work: Work = { ...deps, holder, result };
  const remaining = await forEachBatch(deps, userIds, shouldContinue, async (batch) => {
    try {
      return await analyzeBatch(work, batch);
    } catch (error) {
      for (const userId of batch) addError(work, userId, error);
      return false;
    }
  });
  return { result, remaining };
}

/** Those of these users who gave the consent and changed entries since their analysis of today (UTC). */
export async function listDueUsers(deps: AssistantDeps, userIds: readonly string[], now: Date): Promise<string[]> {
  const changes = await findLastNoteChanges(deps.db, userIds, readSince(now));
  const readTimes = await listReadTimes(deps.db, [...changes.keys()], localDateOf(now, 'UTC'));
  return userIds.filter((userId) => isDue(changes.get(userId), readTimes.get(userId)));
}

export function addResult(total: AnalysisResult, { successful, failed, errors }: AnalysisResult): void {
  total.successful += successful;
  total.failed += failed;
  collectErrors(total.errors, ...errors);
}

/** Returns whether the provider was called. */
async function analyzeBatch(work: Work, userIds: readonly string[]): Promise<boolean> {
  const { db, holder } = work;
  const now = work.clock.now();
  const expiresAt = new Date(now.getTime() + work.assistant.timeoutMs + LEASE_MARGIN_MS);
  const lease: AnalysisLease = { id: work.ids.next(), holder, now, expiresAt };
  const leased = await leaseUsers(db, userIds, lease);
  try {
    const readings = await readAll(work, await listDueUsers(work, leased, now), now);
    const store = createCollector((responses: readonly ProviderResponse[]) => storeResponses(work, lease, responses));
    await Promise.all(readings.map(async (reading) => store(await askProvider(work, reading))));
    return readings.length > 0;
  } finally {
    // If this fails, the lease expires.
    await deleteLeases(db, leased, lease.id).catch((error: unknown) => logFailure(work, error));
  }
}

/** The entries of a user as one text, and the id of the analysis of today. */
type Reading = { userId: string; analysisId: string; text: string; entryCount: number };

async function readAll({ db, ids }: Work, userIds: readonly string[], now: Date): Promise<Reading[]> {
  const analysisIds = await findAnalysisIds(db, userIds, localDateOf(now, 'UTC'));
  const limits = { since: readSince(now), limit: MAX_NOTES, maxLength: MAX_TEXT_LENGTH };
  const readings: Reading[] = [];
  for (const chunkOfIds of chunk(userIds, READ_CONCURRENCY)) {
    for (const [userId, notes] of await readNotes(db, chunkOfIds, limits)) {
      const analysisId = analysisIds.get(userId) ?? ids.next();
      readings.push({ userId, analysisId, text: textOf(notes), entryCount: notes.length });
    }
  }
  return readings;
}

/** What the provider returned: no findings if it failed, and no usage if it charges nothing. */
type ProviderResponse = { reading: Reading; findings: Findings | null; usage: TextUsage | null };

async function askProvider(work: Work, reading: Reading): Promise<ProviderResponse> {
  const { userId, analysisId: referenceId } = reading;
  const purpose = { userId, type: 'note_analysis', referenceId } as const;
  try {
    const { object, usage } = await callProvider(work, reading.text);
    const findings = findingsIn(object);
    if (findings === null) addErrorCode(work, userId, 'ai.bad-response');
    return { reading, findings, usage: { ...purpose, ...usage } };
  } catch (error) {
    addError(work, userId, error);
    return { reading, findings: null, usage: usageOfFailedText(work, purpose, error) };
  }
}

async function callProvider({ ai, assistant }: Work, text: string) {
  return ai.generateObject({
    name: 'note_analysis',
    schema: NotesResponse,
    instructions: INSTRUCTIONS,
    text,
    timeoutMs: assistant.timeoutMs,
  });
}

/** A response that has findings. */
type Found = Reading & { findings: Findings };

async function storeResponses(work: Work, lease: AnalysisLease, responses: readonly ProviderResponse[]): Promise<void> {
  await recordTextUsages(
    work,
    responses.flatMap(({ usage }) => usage ?? []),
  );
  await togetherOrAlone(
    responses.flatMap(({ reading, findings }): Found[] => (findings === null ? [] : [{ ...reading, findings }])),
    async (found) => {
      const consenting = await storeAnalyses(work, lease, found, 'skip');
      return found.filter(({ userId }) => !consenting.has(userId));
    },
    async (found) => {
      try {
        await storeAnalyses(work, lease, [found], 'wait');
      } catch (error) {
        addError(work, found.userId, error);
      }
    },
  );
}

/**
 * Returns the users who consent. Stores nothing of the others, and nothing of users who have deleted the analyses since the
 * lease. `skip` leaves out users whose profile another transaction has locked; `wait` waits for them.
 */
async function storeAnalyses(
  { db, clock, result }: Work,
  { id: leaseId, now: readAt }: AnalysisLease,
  found: readonly Found[],
  locked: 'wait' | 'skip',
): Promise<ReadonlySet<string>> {
  const { consenting, stored } = await db.transaction().execute(async (tx) => {
    const userIds = found.map(({ userId }) => userId);
    const consenting = await lockConsents(tx, userIds, 'notes', locked);
    const leased = await deleteLeases(tx, [...consenting], leaseId);
    const analyses = found
      .filter(({ userId }) => leased.has(userId))
      .map(({ userId, analysisId: id, findings, entryCount }) => ({ id, userId, findings, entryCount }));
    await upsertAnalyses(tx, analyses, { day: localDateOf(readAt, 'UTC'), readAt, now: clock.now() });
    return { consenting, stored: analyses.length };
  });
  result.successful += stored;
  return consenting;
}

function addError(work: Work, userId: string, error: unknown): void {
  if (!(error instanceof AppError)) logFailure(work, error);
  addErrorCode(work, userId, error instanceof AppError ? error.code : 'assistant.not-stored');
}

function addErrorCode({ result }: Work, userId: string, code: string): void {
  result.failed += 1;
  collectErrors(result.errors, `${userId}: ${code}`);
}

/** Logs the code only, because messages of the database can quote the text of a row. */
function logFailure({ log }: Work, error: unknown): void {
  const code = codeOf(error) ?? 'unexpected';
  log.error({ event: 'assistant.analysis-failed', code }, 'an analysis of a journal failed');
}
