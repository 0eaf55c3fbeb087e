import type { Clock } from '../../platform/clock.ts';
import { localDateOf } from '../../platform/days/calendar-date.ts';
import type { Db } from '../../platform/db/database.ts';
import { textOfHtml } from '../../platform/html.ts';
import type { Ids } from '../../platform/ids.ts';
import type { Logger } from '../../platform/log.ts';
import { readMime } from '../../platform/mime.ts';
import { findInboundReaders } from '../account/index.ts';
import { writePrivateEntry } from '../journal/index.ts';
import { trackPlayedAt } from '../music/index.ts';
import { headOf, storable, titleOf } from './incoming-mail.rules.ts';
import { type IncomingMail, incomingMailErrors } from './incoming-mail.schema.ts';
import { claimIncomingMail, deleteIncomingMail } from './incoming-mail.store.ts';
import { ENTRIES_A_DAY, RECEIVED } from './mail-quota.rules.ts';
import { claimMail } from './mail-quota.store.ts';

export type IncomingMailDeps = { db: Db; clock: Clock; ids: Ids; log: Logger; mailDomain: string };

/** What a mail says, whatever it came as. */
type Message = { id: string; subject: string; text: string };

/**
 * Makes a mail that is addressed to somebody's secret address a private entry of theirs, once, and returns when that is stored. To
 * any other address it is nobody's: it is not even read, and leaves nothing. Who it says that it is from plays no part. Throws
 * `mail.incomplete`.
 */
export async function receiveMail(deps: IncomingMailDeps, mail: IncomingMail): Promise<void> {
  const recipients = mail.raw === undefined ? [mail.to ?? []].flat().join('\n') : headOf(mail.raw);
  if (mail.raw === undefined && (mail.to === undefined || !mail.message_id)) throw incomingMailErrors.incomplete();
  const readers = await findInboundReaders(deps, recipients);
  if (readers.length === 0) return;
  const message = mail.raw === undefined ? await messageOf(mail) : await readRaw(mail.raw);
  if (message === null) return;
  for (const userId of readers.toSorted()) await keep(deps, userId, message);
}

async function keep(deps: IncomingMailDeps, userId: string, { id, subject, text }: Message): Promise<void> {
  const now = deps.clock.now();
  // Outside of the transaction, which would be lost with it.
  const musicTrackId = await trackPlayedAt(deps, userId, now);
  await deps.db.transaction().execute(async (tx) => {
    if (!(await claimIncomingMail(tx, userId, id, now))) return;
    const isLeft = await claimMail(tx, { userId, day: localDateOf(now, 'UTC'), what: RECEIVED }, ENTRIES_A_DAY);
    // Whoever has learnt of an address fills neither a journal nor the table of what has come.
    if (!isLeft) await deleteIncomingMail(tx, userId, id);
    else await writePrivateEntry(deps, tx, { userId, title: titleOf(subject), content: text, musicTrackId });
  });
}

async function messageOf({ message_id: id = '', subject = '', text, html }: IncomingMail): Promise<Message> {
  return { id, subject, text: await textIn(text, html) };
}

/** A message without an id is known by all that it says. */
async function readRaw(source: string): Promise<Message | null> {
  const read = await readMime(source);
  if (read === null) return null;
  const { messageId, subject, text, html } = read;
  return {
    id: messageId === null ? source : storable(messageId),
    subject: storable(subject),
    text: await textIn(text, html),
  };
}

async function textIn(text: string | null = null, html: string | null = null): Promise<string> {
  const plain = storable(text ?? '');
  return plain !== '' || html === null ? plain : storable(await textOfHtml(html));
}
