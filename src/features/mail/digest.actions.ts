import { localDateOf } from '../../platform/days/calendar-date.ts';
import { endOfWeekAfter, type Week, weekBefore } from '../../platform/days/week.ts';
import { collectErrors } from '../../platform/jobs/collect-errors.ts';
import { countCheckIns } from '../check-in/index.ts';
import { countGoalProgress } from '../goal/index.ts';
import { summarizeEntries } from '../journal/index.ts';
import { COUNTED_DAYS, isWorthWriting, LISTED_DAYS } from './digest.rules.ts';
import type { DigestRun } from './digest.schema.ts';
import { listDigestReadersAfter } from './digest.store.ts';
import { CACHE_MS } from './incoming-mail.rules.ts';
import { deleteIncomingMailsBefore } from './incoming-mail.store.ts';
import { deleteMailCountsBefore } from './mail-quota.store.ts';
import type { DigestFacts } from './mail-text.rules.ts';
import { type MailQueueDeps, storeMails } from './outgoing-mail.actions.ts';
import { deleteOutgoingMailsBefore } from './outgoing-mail.store.ts';

export type DigestDeps = MailQueueDeps;

const PORTION = 500;
const DAY_MS = 24 * 60 * 60 * 1_000;

/** The week that digests cover: the last one that is over (UTC). */
export const weekOfDigest = ({ clock }: Pick<DigestDeps, 'clock'>) => weekBefore(clock.now());

/**
 * Queues the digest of the last full week (UTC) for each subscriber with a verified address and any activity in it, once. Also
 * deletes old mails. The next run continues an interrupted one.
 */
export async function writeDigests(deps: DigestDeps): Promise<DigestRun> {
  const week = weekOfDigest(deps);
  const results: DigestRun['results'] = { queued: 0, failed: 0, errors: [] };
  let people = await listDigestReadersAfter(deps.db, null, PORTION);
  while (people.length > 0) {
    await storeBatch(deps, people, week, results);
    people = await listDigestReadersAfter(deps.db, people.at(-1) ?? null, PORTION);
  }
  await forgetOldMails(deps);
  return {
    success: true,
    message: `${results.queued} people get a letter about their week.`,
    results,
    week_start: week.start,
  };
}

async function storeBatch(
  deps: DigestDeps,
  people: readonly string[],
  week: Week,
  results: DigestRun['results'],
): Promise<void> {
  try {
    const factsOf = await weekOf(deps, people, week);
    const mails = people
      .map((userId) => ({ userId, facts: factsOf(userId) }))
      .filter(({ facts }) => isWorthWriting(facts))
      .map(({ userId, facts }) => ({
        userId,
        mail: { kind: 'digest' as const, facts },
        dedupeKey: week.start,
        expiresAt: endOfWeekAfter(week),
      }));
    results.queued += await deps.db.transaction().execute((tx) => storeMails(deps, tx, mails));
  } catch (error) {
    deps.log.error({ err: error }, 'letters about a week could not be written');
    results.failed += people.length;
    collectErrors(
      results.errors,
      `${people[0]} and ${people.length - 1} more: the letters could not be stored; call again.`,
    );
  }
}

async function weekOf(deps: DigestDeps, people: readonly string[], week: Week): Promise<(id: string) => DigestFacts> {
  const [written, checkIns, progress] = await Promise.all([
    summarizeEntries(deps.db, people, week.from, week.until),
    countCheckIns(deps.db, people, week.start, week.end),
    countGoalProgress(deps.db, people, week.from, week.until),
  ]);
  return (id) => ({
    weekStart: week.start,
    entries: written.get(id)?.entries ?? 0,
    moods: written.get(id)?.moods ?? [],
    checkIns: checkIns.get(id) ?? 0,
    goalCheckIns: progress.get(id) ?? 0,
  });
}

async function forgetOldMails(deps: DigestDeps): Promise<void> {
  const now = deps.clock.now().getTime();
  await deleteOutgoingMailsBefore(deps.db, new Date(now - LISTED_DAYS * DAY_MS));
  await deleteIncomingMailsBefore(deps.db, new Date(now - CACHE_MS));
  await deleteMailCountsBefore(deps.db, localDateOf(new Date(now - COUNTED_DAYS * DAY_MS), 'UTC'));
}
