import { countLabActivity, type LabActivity } from '#features/lab';
import { queueExternalMails } from '#features/mail';
import { endOfWeekAfter, type Week, weekBefore } from '#platform/days/week.ts';
import { collectErrors } from '#platform/jobs/collect-errors.ts';
import type { SponsorDeps } from '../deps.ts';
import { countMessages } from '../outreach/outreach.store.ts';
import type { SponsorDigestRun } from './sponsor-digest.schema.ts';
import { claimDigests, type DigestRecipient, listDigestRecipientsAfter } from './sponsor-digest.store.ts';

/** Sponsors in one transaction. */
const BATCH_SIZE = 200;

/** The last full week (UTC). */
export const digestWeek = ({ clock }: Pick<SponsorDeps, 'clock'>) => weekBefore(clock.now());

/**
 * Queues the digest email about the last full week (UTC) for each sponsor on the wall, once. The next run continues an interrupted one.
 */
export async function sendSponsorDigests(deps: SponsorDeps): Promise<SponsorDigestRun> {
  const week = digestWeek(deps);
  const results: SponsorDigestRun['results'] = { queued: 0, failed: 0, errors: [] };
  const activity = await countLabActivity(deps.db, week.from, week.until);
  let recipients = await listDigestRecipientsAfter(deps.db, week.start, null, BATCH_SIZE);
  while (recipients.length > 0) {
    await queueBatch(deps, recipients, week, activity, results);
    recipients = await listDigestRecipientsAfter(deps.db, week.start, recipients.at(-1)?.id ?? null, BATCH_SIZE);
  }
  return {
    success: true,
    message: `${results.queued} digest emails were queued.`,
    results,
    week_start: week.start,
  };
}

async function queueBatch(
  deps: SponsorDeps,
  recipients: readonly DigestRecipient[],
  week: Week,
  activity: LabActivity,
  results: SponsorDigestRun['results'],
): Promise<void> {
  const ids = recipients.map(({ id }) => id);
  try {
    const messages = await countMessages(deps.db, ids, week.from, week.until);
    const emailTo = ({ id, name, contact_name, contact_email }: DigestRecipient) => ({
      externalRecipientId: id,
      address: contact_email,
      senderId: null,
      email: {
        kind: 'sponsor-digest' as const,
        facts: {
          readerName: contact_name,
          sponsorName: name,
          weekStart: week.start,
          ...activity,
          messages: messages.get(id) ?? 0,
        },
      },
      dedupeKey: week.start,
      expiresAt: endOfWeekAfter(week),
    });
    results.queued += await deps.db.transaction().execute(async (tx) => {
      const claimed = await claimDigests(tx, ids, week.start, deps.clock.now());
      const emails = recipients.filter(({ id }) => claimed.has(id)).map(emailTo);
      return (await queueExternalMails(deps, tx, emails)).length;
    });
  } catch (error) {
    deps.log.error(
      { event: 'sponsor-digests.failed', err: error, sponsors: ids.length },
      'digest emails were not stored',
    );
    results.failed += ids.length;
    collectErrors(
      results.errors,
      `${ids[0]} and ${ids.length - 1} more: the digest emails were not stored. The next run retries.`,
    );
  }
}
