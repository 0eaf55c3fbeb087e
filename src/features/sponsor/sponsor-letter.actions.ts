import { endOfWeekAfter, type Week, weekBefore } from '../../platform/days/week.ts';
import { tellErrors } from '../../platform/jobs/told-errors.ts';
import { type MailQueueDeps, storeMailsToOutsiders } from '../correspondence/index.ts';
import { summarizeLab } from '../lab/index.ts';
import { countMessages, deleteMessagesBefore } from './outreach.store.ts';
import type { SponsorLetterRun } from './sponsor-letter.schema.ts';
import { claimLetters, type LetterReader, listLetterReadersAfter } from './sponsor-letter.store.ts';

export type SponsorLetterDeps = MailQueueDeps;

type LabFigures = Awaited<ReturnType<typeof summarizeLab>>;

const PORTION = 200;

/** For how long it is kept who wrote to whom, in milliseconds: 90 days, as long as mails are listed. */
const KEPT_MILLISECONDS = 90 * 24 * 60 * 60 * 1_000;

/** The week that letters cover: the last one that is over (UTC). */
export const weekOfLetter = ({ clock }: Pick<SponsorLetterDeps, 'clock'>) => weekBefore(clock.now());

/**
 * Queues the letter about the last full week (UTC) for each sponsor on the wall, once. Also deletes old records of messages. The
 * next run continues an interrupted one.
 */
export async function writeSponsorLetters(deps: SponsorLetterDeps): Promise<SponsorLetterRun> {
  const week = weekOfLetter(deps);
  const results: SponsorLetterRun['results'] = { queued: 0, failed: 0, errors: [] };
  const figures = await summarizeLab(deps.db, week.from, week.until);
  let readers = await listLetterReadersAfter(deps.db, week.start, null, PORTION);
  while (readers.length > 0) {
    await writePortion(deps, readers, week, figures, results);
    readers = await listLetterReadersAfter(deps.db, week.start, readers.at(-1)?.id ?? null, PORTION);
  }
  await deleteMessagesBefore(deps.db, new Date(deps.clock.now().getTime() - KEPT_MILLISECONDS));
  return {
    success: true,
    message: `${results.queued} sponsors get a letter about the week.`,
    results,
    week_start: week.start,
  };
}

async function writePortion(
  deps: SponsorLetterDeps,
  readers: readonly LetterReader[],
  week: Week,
  figures: LabFigures,
  results: SponsorLetterRun['results'],
): Promise<void> {
  const ids = readers.map(({ id }) => id);
  try {
    const messages = await countMessages(deps.db, ids, week.from, week.until);
    const letterTo = ({ id, name, contact_name, contact_email }: LetterReader) => ({
      outsiderId: id,
      address: contact_email,
      senderId: null,
      mail: {
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
      const claimed = await claimLetters(tx, ids, week.start, deps.clock.now());
      const letters = readers.filter(({ id }) => claimed.has(id)).map(letterTo);
      return (await storeMailsToOutsiders(deps, tx, letters)).length;
    });
  } catch (error) {
    deps.log.error({ err: error }, 'letters to sponsors could not be written');
    results.failed += readers.length;
    tellErrors(results.errors, `${ids[0]} and ${ids.length - 1} more: the letters could not be stored; call again.`);
  }
}
