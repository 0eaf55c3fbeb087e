import { type Consent, listConsentingUserIds } from '#features/account';
import { chunk } from '#platform/chunk.ts';
import { sleep } from '#platform/concurrency/sleep.ts';
import type { ShouldContinue } from '#platform/jobs/run-time.ts';
import type { AssistantDeps } from '../deps.ts';

/** Users per statement. */
const PAGE_SIZE = 1_000;

/** Calls `work` with pages of all users who gave the consent. Returns false if it stopped early. */
export async function forEachUser(
  { db }: Pick<AssistantDeps, 'db'>,
  consent: Consent,
  shouldContinue: ShouldContinue,
  work: (userIds: readonly string[]) => Promise<void>,
): Promise<boolean> {
  let userIds = await listConsentingUserIds(db, consent, null, PAGE_SIZE);
  while (userIds.length > 0) {
    if (!shouldContinue()) return false;
    await work(userIds);
    userIds = await listConsentingUserIds(db, consent, userIds.at(-1) ?? null, PAGE_SIZE);
  }
  return true;
}

/**
 * Calls `work` for one batch after the other, and pauses after each batch in which it called the provider (returned true).
 * Returns the users that remain if it stopped early.
 */
export async function forEachBatch(
  { assistant }: Pick<AssistantDeps, 'assistant'>,
  userIds: readonly string[],
  shouldContinue: ShouldContinue,
  work: (batch: readonly string[]) => Promise<boolean>,
): Promise<string[]> {
  let started = 0;
  for (const batch of chunk(userIds, assistant.batchSize)) {
    if (!shouldContinue()) break;
    started += batch.length;
    if (await work(batch)) await sleep(assistant.batchPauseMs);
  }
  return userIds.slice(started);
}
