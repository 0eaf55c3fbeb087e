import { endOfWeekAfter, type Week, weekBefore } from '../../../platform/days/week.ts';
import { collectErrors } from '../../../platform/jobs/collect-errors.ts';
import { summarizeLab } from '../../lab/index.ts';
import { type MailDeps, queueExternalMails } from '../../mail/index.ts';
import { countMessages, deleteMessagesBefore } from '../outreach/outreach.store.ts';
import type { SponsorEmailRun } from './sponsor-digest.schema.ts';
import { claimEmails, type EmailReader, listEmailReadersAfter } from './sponsor-digest.store.ts';

export type SponsorEmailDeps = Pick<MailDeps, 'db' | 'clock' | 'ids' | 'log'>;

type LabFigures = Awaited<ReturnType<typeof summarizeLab>>;

const PORTION = 200;

/** For how long it is kept who wrote to whom, in milliseconds: 90 days, as long as mails are listed. */
const RETENTION_MS = 90 * 24 * 60 * 60 * 1_000;

/** The week that letters cover: the last one that is over (UTC). */
export const weekOfLetter = ({ clock }: Pick<SponsorEmailDeps, 'clock'>) => weekBefore(clock.now());

/**
 * Queues the letter about the last full week (UTC) for each sponsor on the wall, once. Also deletes old records of messages. The
 * next run continues an interrupted one.
 */
export async function sendSponsorEmails(deps: SponsorEmailDeps): Promise<SponsorEmailRun> {
  const week = weekOfLetter(deps);
  const results: SponsorEmailRun['results'] = { queued: 0, failed: 0, errors: [] };
  const figures = await summarizeLab(deps.db, week.from, week.until);
  let readers = await listEmailReadersAfter(deps.db, week.start, null, PORTION);
  while (readers.length > 0) {
    await storeBatch(deps, readers, week, figures, results);
    readers = await listEmailReadersAfter(deps.db, week.start, readers.at(-1)?.id ?? null, PORTION);
  }
  await deleteMessagesBefore(deps.db, new Date(deps.clock.now().getTime() - RETENTION_MS));
  return {
    success: true,
    message: `${results.queued} sponsors get a letter about the week.`,
    results,
    week_start: week.start,
  };
}

async function storeBatch(
  deps: SponsorEmailDeps,
  readers: readonly EmailReader[],
  week: Week,
  figures: LabFigures,
  results: SponsorEmailRun['results'],
): Promise<void> {
  const ids = readers.map(({ id }) => id);
  try {
    const messages = await countMessages(deps.db, ids, week.from, week.until);
    const emailTo = ({ id, name, contact_name, contact_email }: EmailReader) => ({
      externalRecipientId: id,
      address: contact_email,
      senderId: null,
      email: {
        kind: 'sponsor-digest' as const,
        facts: {
          readerName: contact_name,
          sponsorName: name,
          weekStart: week.start,
          ...figures,
          messages: messages.get(id) ?? 0,
        },
      },
      dedupeKey: week.start,
      expiresAt: endOfWeekAfter(week),
    });
    results.queued += await deps.db.transaction().execute(async (tx) => {
      const claimed = await claimEmails(tx, ids, week.start, deps.clock.now());
      const letters = readers.filter(({ id }) => claimed.has(id)).map(emailTo);
      return (await queueExternalMails(deps, tx, letters)).length;
    });
  } catch (error) {
    deps.log.error({ err: error }, 'letters to sponsors could not be written');
    results.failed += readers.length;
    collectErrors(results.errors, `${ids[0]} and ${ids.length - 1} more: the letters could not be stored; call again.`);
  }
}
