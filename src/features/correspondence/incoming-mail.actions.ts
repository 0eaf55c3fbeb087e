import type { Clock } from '../../platform/clock.ts';
import { localDateOf } from '../../platform/days/calendar-date.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Ids } from '../../platform/ids.ts';
import type { Logger } from '../../platform/log.ts';
import type { MailReader } from '../../platform/mail-reader.ts';
import { findInboundReaders } from '../account/index.ts';
import { writePrivateEntry } from '../journal/index.ts';
import { trackPlayedAt } from '../music/index.ts';
import { notify } from '../notification/index.ts';
import { recipientsIn, storable, titleOf, tooManyMails } from './incoming-mail.rules.ts';
import { type IncomingMail, incomingMailErrors } from './incoming-mail.schema.ts';
import { claimIncomingMail, deleteIncomingMail, lockReaders } from './incoming-mail.store.ts';
import { ENTRIES_A_DAY, READ, READINGS_A_DAY, RECEIVED } from './mail-quota.rules.ts';
import { claimMail } from './mail-quota.store.ts';

export type IncomingMailDeps = {
  db: Db;
  clock: Clock;
  ids: Ids;
  log: Logger;
  mailDomain: string;
  mailReader: Pick<MailReader, 'textOfHtml' | 'readMime'>;
};

/** What a mail says, whatever it came as. */
type Message = { id: string; subject: string; text: string };

/**
 * Makes a mail that is addressed to somebody's secret address a private entry of theirs, once, and returns when that is stored. To
 * any other address it is nobody's: it is not even read, and leaves nothing. Of what cannot be read in time, nothing is left but that
 * it counts for the day. Who it says that it is from plays no part. Throws `mail.incomplete`, and `server.queue-full` where too many
 * are being read.
 */
export async function receiveMail(deps: IncomingMailDeps, mail: IncomingMail): Promise<void> {
  const recipients = mail.raw === undefined ? [mail.to ?? []].flat().join('\n') : recipientsIn(mail.raw);
  if (mail.raw === undefined && (mail.to === undefined || !mail.message_id)) throw incomingMailErrors.incomplete();
  const readers = await readersLeft(deps, await findInboundReaders(deps, recipients));
  if (readers.length === 0) return;
  const message = mail.raw === undefined ? await messageOf(deps, mail) : await readRaw(deps, mail.raw);
  if (message === null) {
    deps.log.warn({ user_ids: readers }, 'a mail could not be read, or not in time, and was left out');
    return;
  }
  for (const userId of readers) await keep(deps, userId, message);
}

/** Those of them for whom one more mail is read today: whoever knows an address of their own shall not have us read on and on. */
async function readersLeft(deps: IncomingMailDeps, userIds: readonly string[]): Promise<string[]> {
  if (userIds.length === 0) return [];
  const day = localDateOf(deps.clock.now(), 'UTC');
  return deps.db.transaction().execute(async (tx) => {
    const left: string[] = [];
    for (const userId of await lockReaders(tx, userIds)) {
      if (await claimMail(tx, { userId, day, what: READ }, READINGS_A_DAY)) left.push(userId);
      else await notify(deps, tx, [tooManyMails(userId, day)]);
    }
    return left;
  });
}

async function keep(deps: IncomingMailDeps, userId: string, { id, subject, text }: Message): Promise<void> {
  const now = deps.clock.now();
  // Outside of the transaction, which would be lost with it.
  const musicTrackId = await trackPlayedAt(deps, userId, now);
  await deps.db.transaction().execute(async (tx) => {
    if (!(await claimIncomingMail(tx, userId, id, now))) return;
    const day = localDateOf(now, 'UTC');
    if (await claimMail(tx, { userId, day, what: RECEIVED }, ENTRIES_A_DAY)) {
      await writePrivateEntry(deps, tx, { userId, title: titleOf(subject), content: text, musicTrackId });
      return;
    }
    // Whoever has learnt of an address fills neither a journal nor the table of what has come.
    await deleteIncomingMail(tx, userId, id);
    await notify(deps, tx, [tooManyMails(userId, day)]);
  });
}

async function messageOf(deps: IncomingMailDeps, mail: IncomingMail): Promise<Message | null> {
  const { message_id: id = '', subject = '', text = '', html = null } = mail;
  return withText(deps, { id, subject }, text, html);
}

/** A message without an id is known by all that it says. */
async function readRaw(deps: IncomingMailDeps, source: string): Promise<Message | null> {
  const read = await deps.mailReader.readMime(source);
  if (read === null) return null;
  const { messageId, subject, text, html } = read;
  const head = { id: messageId === null ? source : storable(messageId), subject: storable(subject) };
  return withText(deps, head, text ?? '', html);
}

/** Null where it cannot be read. */
async function withText(
  { mailReader }: IncomingMailDeps,
  head: Omit<Message, 'text'>,
  plain: string,
  html: string | null,
): Promise<Message | null> {
  const text = storable(plain);
  if (text !== '' || html === null) return { ...head, text };
  const said = await mailReader.textOfHtml(html);
  return said === null ? null : { ...head, text: storable(said) };
}
