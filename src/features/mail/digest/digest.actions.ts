import { countCheckIns } from '#features/check-in';
import { countGoalProgress } from '#features/goal';
import { summarizeEntries } from '#features/journal';
import { endOfWeekAfter, type Week, weekBefore } from '#platform/days/week.ts';
import { collectErrors } from '#platform/jobs/collect-errors.ts';
import type { MailDeps } from '../deps.ts';
import type { DigestFacts } from '../email/digest.template.ts';
import { queueMails } from '../outgoing-mail/queue.actions.ts';
import { hasActivity } from './digest.rules.ts';
import type { DigestRun } from './digest.schema.ts';
import { listDigestRecipientsAfter } from './digest.store.ts';

const BATCH_SIZE = 500;

/** The week that the digests cover: the last full week (UTC). */
export const weekOfDigest = ({ clock }: Pick<MailDeps, 'clock'>) => weekBefore(clock.now());

/**
 * Queues the digest of the last full week (UTC), once, for each active user who turned it on, has a verified email address and had
 * any activity. The next run continues an interrupted one.
 */
export async function queueDigests(deps: MailDeps): Promise<DigestRun> {
  const week = weekOfDigest(deps);
  const results: DigestRun['results'] = { queued: 0, failed: 0, errors: [] };
  let userIds = await listDigestRecipientsAfter(deps.db, null, BATCH_SIZE);
  while (userIds.length > 0) {
    await queueBatch(deps, userIds, week, results);
    userIds = await listDigestRecipientsAfter(deps.db, userIds.at(-1) ?? null, BATCH_SIZE);
  }
  return {
    success: true,
    message: `${results.queued} users get a digest email.`,
    results,
    week_start: week.start,
  };
}

async function queueBatch(
  deps: MailDeps,
  userIds: readonly string[],
  week: Week,
  results: DigestRun['results'],
): Promise<void> {
  try {
    const factsOf = await findFacts(deps, userIds, week);
    const mails = userIds
      .map((userId) => ({ userId, facts: factsOf(userId) }))
      .filter(({ facts }) => hasActivity(facts))
      .map(({ userId, facts }) => ({
        userId,
        email: { kind: 'digest' as const, facts },
        dedupeKey: week.start,
        expiresAt: endOfWeekAfter(week),
      }));
    results.queued += await deps.db.transaction().execute((tx) => queueMails(deps, tx, mails));
  } catch (error) {
    deps.log.error({ event: 'digest.queue-failed', err: error }, 'digests could not be queued');
    results.failed += userIds.length;
    collectErrors(
      results.errors,
      `${userIds[0]} and ${userIds.length - 1} more: the digests could not be queued. Run the job again.`,
    );
  }
}

async function findFacts(deps: MailDeps, userIds: readonly string[], week: Week): Promise<(id: string) => DigestFacts> {
  const [entries, checkIns, progress] = await Promise.all([
    summarizeEntries(deps.db, userIds, week.from, week.until),
    countCheckIns(deps.db, userIds, week.start, week.end),
    countGoalProgress(deps.db, userIds, week.start, week.end),
  ]);
  return (id) => ({
    weekStart: week.start,
    entries: entries.get(id)?.entries ?? 0,
    moods: entries.get(id)?.moods ?? [],
    checkIns: checkIns.get(id) ?? 0,
    goalCheckIns: progress.get(id) ?? 0,
  });
}
