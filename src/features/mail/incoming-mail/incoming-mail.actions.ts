import type { Actor } from '#access/actor.ts';
import { listUserIdsByJournalAddress } from '#features/account';
import { discardPhotos, storePictures, writePrivateEntry } from '#features/journal';
import { trackPlayedAt } from '#features/music';
import { notify, notifyAfterwards } from '#features/notification';
import { digestOf } from '#platform/crypto/digest.ts';
import { localDateOf } from '#platform/days/calendar-date.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Position } from '#platform/db/pagination.ts';
import { type PageQuery, paginate } from '#platform/http/pagination.ts';
import { sizeOf } from '#platform/images/image-size.ts';
import { type HeaderFields, headerFieldsIn } from '#platform/text/mail-header.ts';
import type { MailPicture, MailSource } from '#platform/text/mime.ts';
import { startOf } from '#platform/text/text.ts';
import type { MailDeps } from '../deps.ts';
import { MAX_ENTRIES_PER_DAY, MAX_PARSED_PER_DAY, PARSED, RECEIVED } from '../quota/quota.rules.ts';
import { claimMail, listUsersAtLimit } from '../quota/quota.store.ts';
import { recipientsIn, searchableJson, titleOf, toStorable } from './incoming-mail.rules.ts';
import { incomingMailErrors, type JournalMail, MAX_MAIL_BYTES } from './incoming-mail.schema.ts';
import {
  claimIncomingMail,
  deleteIncomingMail,
  insertJournalMail,
  type JournalMailRow,
  listJournalMails,
  lockRecipients,
} from './incoming-mail.store.ts';
import { quotaReached, unreadableMail } from './incoming-mail.template.ts';
import {
  isAutomatic,
  isDecoration,
  isFromList,
  relationOf,
  withoutPictureMarks,
  writtenAtOf,
} from './mail-kind.rules.ts';
import { ownWordsOf } from './own-words.rules.ts';
import { type ReceivedMail, readSubmission, type SubmittedMail } from './payload.actions.ts';

/** Longer headers are ignored. */
const MAX_HEADER_CHARACTERS = 64 * 1024;
const MAX_ID_CHARACTERS = 2_000;

/** Ten entries. */
const MAX_TEXT_CHARACTERS = 1_000_000;
const GOES_ON = '\n\n[The email goes on. Meadow keeps its first 1,000,000 characters.]';

/** The maximum length of the text that is stored of an email. */
const MAX_KEPT_CHARACTERS = 100_000;
const MAX_SUBJECT_CHARACTERS = 2_000;

/** Stands in the place of a body that no journal wants. */
export const UNWANTED_MAIL: ReceivedMail = { message_id: '-', to: [], text: '' };

/** An email as it becomes an entry. */
type Message = {
  id: string;
  subject: string;
  /** What its writer wrote, and all of its text. */
  ownText: string;
  text: string;
  pictures: readonly Uint8Array[];
  writtenAt: Date;
  isAutomatic: boolean;
};

/**
 * Stores emails to journal addresses as private entries of their owners, each with its first ten pictures, once for each message. The sender is
 * ignored. An email to another address is neither parsed nor stored. The owner is notified once of a message that cannot be parsed in
 * time. Emails that programs send become no entry. All of the text of both is kept for their owners.
 */
export async function receiveMail(deps: MailDeps, body: ReceivedMail): Promise<void> {
  const submission = readSubmission(body);
  if (submission === null) throw incomingMailErrors.incomplete();
  if (submission.confirmUrl !== null) {
    deps.log.warn(
      { event: 'mail.confirm-subscription', url: submission.confirmUrl },
      'open this URL to receive mail by Amazon SNS',
    );
  }
  for (const mail of submission.mails) await receiveOne(deps, mail);
}

async function receiveOne(deps: MailDeps, mail: SubmittedMail): Promise<void> {
  if ('source' in mail && mail.source.length > MAX_MAIL_BYTES) throw incomingMailErrors.tooLarge();
  const headers = 'source' in mail ? headersOfSource(mail.source) : mail.headers;
  const recipients = `${mail.recipients}\n${'source' in mail ? recipientsIn(headers) : ''}`;
  const userIds = await claimParsing(deps, await listUserIdsByJournalAddress(deps, recipients));
  if (userIds.length === 0) return;
  const message = await readMessage(deps, mail, headers);
  if (message === null) {
    deps.log.warn({ event: 'mail.unreadable', user_ids: userIds }, 'an incoming mail could not be parsed in time');
    const digest = digestOf('source' in mail ? idOfSource(mail.source, headers) : mail.id).toString('hex');
    await notifyAfterwards(
      deps,
      userIds.map((userId) => unreadableMail(userId, digest)),
    );
    return;
  }
  if (message.isAutomatic) {
    deps.log.info({ event: 'mail.automatic', user_ids: userIds }, 'an incoming mail was written by a program');
  }
  const store = message.isAutomatic ? storeAutomaticMail : storeEntry;
  for (const userId of userIds) await store(deps, userId, message);
}

/** Lists the emails to the journal of the actor of the last 90 days, newest first, with all of their text. */
export async function listReceivedMails(
  deps: MailDeps,
  actor: Actor,
  query: PageQuery,
): Promise<{ mails: JournalMail[]; next_cursor: string | null }> {
  const list = (after: Position | null, limit: number) => listJournalMails(deps.db, actor.userId, after, limit);
  const { rows, next_cursor } = await paginate(query, list, { textOf: ({ content }) => content });
  return { mails: rows.map(viewOf), next_cursor };
}

function viewOf({ id, subject, content, entry_id, reason, created_at }: JournalMailRow): JournalMail {
  return {
    id,
    subject,
    text: content,
    entry_id,
    reason: reason as JournalMail['reason'],
    received_at: created_at.toISOString(),
  };
}

/**
 * Whether a long body that is not parsed yet is worth parsing: it contains a journal address whose owner has not reached
 * the daily limit. Owners at the limit are notified.
 */
export async function isMailWanted(deps: MailDeps, body: Buffer, isJson: boolean): Promise<boolean> {
  const text = body.toString('latin1');
  const userIds = await listUserIdsByJournalAddress(deps, isJson ? searchableJson(text) : text);
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

async function storeEntry(deps: MailDeps, userId: string, message: Message): Promise<void> {
  const { id, subject, ownText, pictures, writtenAt } = message;
  const now = deps.clock.now();
  // Outside of the transaction, which a failure would abort.
  const musicTrackId = await trackPlayedAt(deps, userId, writtenAt);
  const photos = await storePictures(deps, userId, pictures);
  const photoIds = photos.map((photo) => photo.id);
  const isStored = await deps.db.transaction().execute(async (tx) => {
    if (!(await claimIncomingMail(tx, userId, id, now))) return false;
    const day = localDateOf(now, 'UTC');
    if (await claimMail(tx, { userId, day, counter: RECEIVED }, MAX_ENTRIES_PER_DAY)) {
      const entry = { userId, title: titleOf(subject), content: ownText, musicTrackId, photoIds, writtenAt };
      const entryId = await writePrivateEntry(deps, tx, entry);
      await keepMail(deps, tx, { userId, message, entryId, now });
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

/** Stores an email without an entry. It does not count toward the daily limit of entries. The limit of parsed emails applies. */
async function storeAutomaticMail(deps: MailDeps, userId: string, message: Message): Promise<void> {
  const now = deps.clock.now();
  await deps.db.transaction().execute(async (tx) => {
    if (!(await claimIncomingMail(tx, userId, message.id, now))) return;
    await keepMail(deps, tx, { userId, message, entryId: null, now });
  });
}

type KeptMail = { userId: string; message: Message; entryId: string | null; now: Date };

async function keepMail(deps: MailDeps, tx: Tx, { userId, message, entryId, now }: KeptMail): Promise<void> {
  const { subject, text, isAutomatic: isAutomaticMail } = message;
  await insertJournalMail(tx, {
    id: deps.ids.next(),
    user_id: userId,
    subject: abbreviated(subject, MAX_SUBJECT_CHARACTERS),
    content: abbreviated(text, MAX_KEPT_CHARACTERS),
    entry_id: entryId,
    reason: isAutomaticMail ? 'automatic' : null,
    created_at: now,
  });
}

/** Returns null if the email cannot be parsed in time. */
async function readMessage(deps: MailDeps, mail: SubmittedMail, headers: HeaderFields): Promise<Message | null> {
  const read = 'source' in mail ? await readSource(deps, mail.source, headers) : await readFields(deps, mail);
  if (read === null) return null;
  const { id, subject, isHtml } = read;
  const all = startOf(read.text, MAX_TEXT_CHARACTERS);
  const isAnAutomaticMail = isAutomatic(headers);
  const relation = relationOf(subject, headers);
  const own = ownWordsOf({ text: linesOf(all), relation, isFromList: isFromList(headers), isHtml });
  const pictures: Uint8Array[] = [];
  for (const picture of isAnAutomaticMail ? [] : read.pictures) {
    if (!isDecoration(picture, await sizeOf(picture.bytes), { all, own })) pictures.push(picture.bytes);
  }
  const isCut = all.length < read.text.trimEnd().length;
  const ownText = toStorable(withoutPictureMarks(own)) + (isCut ? GOES_ON : '');
  const writtenAt = writtenAtOf(headers, deps.clock.now());
  return {
    id: toStorable(id),
    subject: toStorable(subject),
    ownText,
    text: toStorable(all),
    pictures,
    writtenAt,
    isAutomatic: isAnAutomaticMail,
  };
}

type Read = { id: string; subject: string; text: string; isHtml: boolean; pictures: readonly MailPicture[] };

async function readFields(
  { mailParser }: MailDeps,
  mail: Exclude<SubmittedMail, { source: unknown }>,
): Promise<Read | null> {
  const { id, subject, text, html, pictures } = mail;
  if ((text ?? '').trim() !== '' || html === null) return { id, subject, text: text ?? '', isHtml: false, pictures };
  const htmlText = await mailParser.textOfHtml(html);
  return htmlText === null ? null : { id, subject, text: htmlText, isHtml: true, pictures };
}

async function readSource({ mailParser }: MailDeps, source: MailSource, headers: HeaderFields): Promise<Read | null> {
  const parsed = await mailParser.readMime(source);
  if (parsed === null) return null;
  const { text, isHtml, pictures } = parsed;
  return { id: idOfSource(source, headers), subject: headerOf(headers, 'subject') ?? '', text, isHtml, pictures };
}

function headersOfSource(source: MailSource): HeaderFields {
  if (typeof source !== 'string') return headerFieldsIn(source);
  const start = source.slice(0, MAX_HEADER_CHARACTERS);
  return headerFieldsIn(Buffer.from(start, /[^\0-\xff]/.test(start) ? 'utf8' : 'latin1'));
}

/** A message without Message-ID is identified by its whole source. */
function idOfSource(source: MailSource, headers: HeaderFields): string {
  const [id] = /<[^<>\s]+>/.exec(headerOf(headers, 'message-id')?.slice(0, MAX_ID_CHARACTERS) ?? '') ?? [];
  return id ?? digestOf(source).toString('hex');
}

function headerOf(headers: HeaderFields, wanted: string): string | undefined {
  return headers.find(([name]) => name === wanted)?.[1];
}

/** The text, or its beginning and an ellipsis. */
const abbreviated = (text: string, maxLength: number) =>
  text.length <= maxLength ? text : `${startOf(text, maxLength - 1)}…`;

/** With the line breaks that rules about lines expect. */
function linesOf(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n');
}
