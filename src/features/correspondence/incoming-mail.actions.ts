import type { Clock } from '../../platform/clock.ts';
import { digestOf } from '../../platform/crypto/digest.ts';
import { localDateOf } from '../../platform/days/calendar-date.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Ids } from '../../platform/ids.ts';
import type { Logger } from '../../platform/log.ts';
import type { MailParser } from '../../platform/text/mail-parser.ts';
import { startOf } from '../../platform/text/text.ts';
import { findInboundReaders } from '../account/index.ts';
import { writePrivateEntry } from '../journal/index.ts';
import { trackPlayedAt } from '../music/index.ts';
import { notify, notifyAfterwards } from '../notification/index.ts';
import { messageIdIn, recipientsIn, storable, titleOf, tooManyMails, unreadableMail } from './incoming-mail.rules.ts';
import { type IncomingMail, incomingMailErrors } from '../mail/incoming-mail/incoming-mail.schema.ts';
import { claimIncomingMail, deleteIncomingMail, lockReaders } from '../mail/incoming-mail/incoming-mail.store.ts';
import { MAX_ENTRIES_PER_DAY, MAX_READINGS_PER_DAY, READ, RECEIVED } from '../mail/quota/quota.rules.ts';
import { claimMail, listPeopleWhoReached } from '../mail/quota/quota.store.ts';

export type IncomingMailDeps = {
  db: Db;
  clock: Clock;
  ids: Ids;
  log: Logger;
  mailDomain: string;
  mailReader: Pick<MailParser, 'textOfHtml' | 'readMime'>;
};

/** More than an entry holds, for the blank lines at the beginning of a mail. */
const MAX_TEXT_CHARACTERS = 200_000;

/** What a mail says, whatever it came as. */
type Message = { id: string; subject: string; text: string };

/**
 * Makes a mail that is addressed to somebody's secret address a private entry of theirs, once, and returns when that is stored. To
 * any other address it is nobody's: it is not even read, and leaves nothing. Of what cannot be read, or not in time, its owner is
 * told, once for each message. Who it says that it is from plays no part. Throws `mail.incomplete`, and `server.queue-full` where too many
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
    const id = mail.raw === undefined ? (mail.message_id ?? '') : (messageIdIn(mail.raw) ?? mail.raw);
    const notices = readers.map((userId) => unreadableMail(userId, digestOf(id).toString('hex')));
    await notifyAfterwards(deps, notices);
    return;
  }
  for (const userId of readers) await keep(deps, userId, message);
}

/**
 * Whether a long mail, as JSON that has not been parsed, is worth reading: an address of somebody stands in it for whom more
 * mails are read today. Those for whom no more are read are told so.
 */
export async function isMailWanted(deps: IncomingMailDeps, source: string): Promise<boolean> {
  const readers = await findInboundReaders(deps, source);
  if (readers.length === 0) return false;
  const day = localDateOf(deps.clock.now(), 'UTC');
  const spent = await listPeopleWhoReached(deps.db, readers, { day, what: READ }, MAX_READINGS_PER_DAY);
  if (spent.length < readers.length) return true;
  const notices = spent.map((userId) => tooManyMails(userId, day));
  await notifyAfterwards(deps, notices);
  return false;
}

/** Those of them for whom one more mail is read today: whoever knows an address of their own shall not have us read on and on. */
async function readersLeft(deps: IncomingMailDeps, userIds: readonly string[]): Promise<string[]> {
  if (userIds.length === 0) return [];
  const day = localDateOf(deps.clock.now(), 'UTC');
  return deps.db.transaction().execute(async (tx) => {
    const left: string[] = [];
    for (const userId of await lockReaders(tx, userIds)) {
      if (await claimMail(tx, { userId, day, what: READ }, MAX_READINGS_PER_DAY)) left.push(userId);
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
    if (await claimMail(tx, { userId, day, what: RECEIVED }, MAX_ENTRIES_PER_DAY)) {
      await writePrivateEntry(deps, tx, { userId, title: titleOf(subject), content: text, musicTrackId });
      return;
    }
    // Whoever has learnt of an address fills neither a journal nor the table of what has come.
    await deleteIncomingMail(tx, userId, id);
    await notify(deps, tx, [tooManyMails(userId, day)]);
  });
}

/** Null where it cannot be read, or not in time. */
async function messageOf({ mailReader }: IncomingMailDeps, mail: IncomingMail): Promise<Message | null> {
  const { message_id: id = '', subject = '', text: plain = '', html = null } = mail;
  const text = contentOf(plain);
  if (text !== '' || html === null) return { id, subject, text };
  const said = await mailReader.textOfHtml(html);
  return said === null ? null : { id, subject, text: contentOf(said) };
}

/** A message without an id is known by all that it says. */
async function readRaw({ mailReader }: IncomingMailDeps, source: string): Promise<Message | null> {
  const read = await mailReader.readMime(source);
  if (read === null) return null;
  const { messageId, subject, text } = read;
  const id = messageId === null ? source : storable(messageId);
  return { id, subject: storable(subject), text: contentOf(text) };
}

/** As much of a text as can come into an entry: what makes it storable looks at each character. */
function contentOf(text: string): string {
  return storable(startOf(text, MAX_TEXT_CHARACTERS));
}
