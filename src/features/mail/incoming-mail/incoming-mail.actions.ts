import { digestOf } from '../../../platform/crypto/digest.ts';
import { localDateOf } from '../../../platform/days/calendar-date.ts';
import { startOf } from '../../../platform/text/text.ts';
import { listUserIdsByJournalAddress } from '../../account/index.ts';
import { discardPhotos, storePictures, writePrivateEntry } from '../../journal/index.ts';
import { trackPlayedAt } from '../../music/index.ts';
import { notify, notifyAfterwards } from '../../notification/index.ts';
import type { MailDeps } from '../deps.ts';
import { MAX_ENTRIES_PER_DAY, MAX_PARSED_PER_DAY, PARSED, RECEIVED } from '../quota/quota.rules.ts';
import { claimMail, listUsersAtLimit } from '../quota/quota.store.ts';
import { messageIdIn, recipientsIn, titleOf, toStorable } from './incoming-mail.rules.ts';
import { type IncomingMail, incomingMailErrors } from './incoming-mail.schema.ts';
import { claimIncomingMail, deleteIncomingMail, lockRecipients } from './incoming-mail.store.ts';
import { quotaReached, unreadableMail } from './incoming-mail.template.ts';

/** More than an entry can have, because emails can start with empty lines. */
const MAX_TEXT_CHARACTERS = 200_000;

type Message = { id: string; subject: string; text: string; pictures: readonly Uint8Array[] };

/**
 * Stores an email to a journal address as a private entry of its owner with its first ten pictures, once for each message. The sender is ignored. An email to
 * another address is neither parsed nor stored. The owner is notified once of a message that cannot be parsed in time.
 *
 * @throws {mail.incomplete}
 * @throws {image.busy}
 * @throws {image.too-many-waiting}
 * @throws {storage.unavailable}
 */
export async function receiveMail(deps: MailDeps, mail: IncomingMail): Promise<void> {
  const recipients = mail.raw === undefined ? [mail.to ?? []].flat().join('\n') : recipientsIn(mail.raw);
  if (mail.raw === undefined && (mail.to === undefined || !mail.message_id)) throw incomingMailErrors.incomplete();
  const userIds = await claimParsing(deps, await listUserIdsByJournalAddress(deps, recipients));
  if (userIds.length === 0) return;
  const message = mail.raw === undefined ? await parseFields(deps, mail) : await parseSource(deps, mail.raw);
  if (message === null) {
    deps.log.warn({ event: 'mail.unreadable', user_ids: userIds }, 'an incoming mail could not be parsed in time');
    const id = mail.raw === undefined ? (mail.message_id ?? '') : (messageIdIn(mail.raw) ?? mail.raw);
    const digest = digestOf(id).toString('hex');
    await notifyAfterwards(
      deps,
      userIds.map((userId) => unreadableMail(userId, digest)),
    );
    return;
  }
  for (const userId of userIds) await storeEntry(deps, userId, message);
}

/**
 * Whether a long email, as JSON that is not parsed yet, is worth parsing: it contains a journal address whose owner has not reached
 * the daily limit. Owners at the limit are notified.
 */
export async function isMailWanted(deps: MailDeps, source: string): Promise<boolean> {
  const userIds = await listUserIdsByJournalAddress(deps, source);
  if (userIds.length === 0) return false;
  const day = localDateOf(deps.clock.now(), 'UTC');
  const atLimit = await listUsersAtLimit(deps.db, userIds, { day, counter: PARSED }, MAX_PARSED_PER_DAY);
  if (atLimit.length < userIds.length) return true;
  await notifyAfterwards(
    deps,
    atLimit.map((userId) => quotaReached(userId, day)),
  );
  return false;
}

/** Counts a parsed email for each user and returns those within the limit. Parsing is expensive, and journal addresses can leak. */
async function claimParsing(deps: MailDeps, userIds: readonly string[]): Promise<string[]> {
  if (userIds.length === 0) return [];
  const day = localDateOf(deps.clock.now(), 'UTC');
  return deps.db.transaction().execute(async (tx) => {
    const withinLimit: string[] = [];
    for (const userId of await lockRecipients(tx, userIds)) {
      if (await claimMail(tx, { userId, day, counter: PARSED }, MAX_PARSED_PER_DAY)) withinLimit.push(userId);
      else await notify(deps, tx, [quotaReached(userId, day)]);
    }
    return withinLimit;
  });
}

async function storeEntry(deps: MailDeps, userId: string, { id, subject, text, pictures }: Message): Promise<void> {
  const now = deps.clock.now();
  // Outside of the transaction, which a failure would abort.
  const musicTrackId = await trackPlayedAt(deps, userId, now);
  const photos = await storePictures(deps, userId, pictures);
  const photoIds = photos.map((photo) => photo.id);
  const isStored = await deps.db.transaction().execute(async (tx) => {
    if (!(await claimIncomingMail(tx, userId, id, now))) return false;
    const day = localDateOf(now, 'UTC');
    if (await claimMail(tx, { userId, day, counter: RECEIVED }, MAX_ENTRIES_PER_DAY)) {
      await writePrivateEntry(deps, tx, { userId, title: titleOf(subject), content: text, musicTrackId, photoIds });
      return true;
    }
    // A sender who knows a journal address can fill neither the journal nor this table.
    await deleteIncomingMail(tx, userId, id);
    await notify(deps, tx, [quotaReached(userId, day)]);
    return false;
  });
  // Otherwise senders could fill the owner's quota of unattached photos.
  if (!isStored) await discardPhotos(deps, photos);
}

/** Returns null if the email cannot be parsed in time. */
async function parseFields({ mailParser }: MailDeps, mail: IncomingMail): Promise<Message | null> {
  const { message_id: id = '', subject = '', text: plain = '', html = null } = mail;
  const text = contentOf(plain);
  if (text !== '' || html === null) return { id, subject, text, pictures: [] };
  const htmlText = await mailParser.textOfHtml(html);
  return htmlText === null ? null : { id, subject, text: contentOf(htmlText), pictures: [] };
}

/** Returns null if the email cannot be parsed in time. A message without Message-ID is identified by its whole source. */
async function parseSource({ mailParser }: MailDeps, source: string): Promise<Message | null> {
  const parsed = await mailParser.readMime(source);
  if (parsed === null) return null;
  const { messageId, subject, text, pictures } = parsed;
  const id = messageId === null ? source : toStorable(messageId);
  return { id, subject: toStorable(subject), text: contentOf(text), pictures };
}

/** Truncates first, because `toStorable` reads each character. */
function contentOf(text: string): string {
  return toStorable(startOf(text, MAX_TEXT_CHARACTERS));
}
