import { oneLine } from './mail-layout.rules.ts';
import { MAX_ENTRIES_PER_DAY } from './mail-quota.rules.ts';

/** How long it is known that a mail has come, so that it does not come twice: longer than any provider tries. */
export const CACHE_MS = 30 * 24 * 60 * 60 * 1_000;

const MAX_HEAD_CHARACTERS = 64 * 1024;

const UNTITLED = 'A mail without a subject';

/** Where a mail server says to whom a message goes. All others say what somebody made up, or whom it came from. */
const TO_WHOM = new Set(['to', 'cc', 'bcc', 'delivered-to', 'x-original-to', 'envelope-to']);

/** What the head of a MIME message says about to whom it goes, a line for each place that says so. */
export function recipientsIn(source: string): string {
  const lines = headOf(source)
    .replaceAll(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/);
  return lines.flatMap(recipientsOfHeader).join('\n');
}

function recipientsOfHeader(line: string): string[] {
  const colon = line.indexOf(':');
  const [name, value] = [line.slice(0, Math.max(0, colon)).trim().toLowerCase(), line.slice(colon + 1)];
  if (TO_WHOM.has(name)) return [value];
  // Whoever passes a message on may say here for whom it is.
  const [, recipient] = name === 'received' ? (/\sfor\s+<?([^\s<>;]+)/i.exec(value) ?? []) : [];
  return recipient === undefined ? [] : [recipient];
}

/** The id by which a MIME message is known, or undefined where its head names none. */
export function messageIdIn(source: string): string | undefined {
  return /^message-id:\s*(<[^<>\s]+>)/im.exec(headOf(source))?.[1];
}

/** A MIME message begins with its header lines; an empty line ends them. One with a longer head is not read. */
function headOf(source: string): string {
  const beginning = source.slice(0, MAX_HEAD_CHARACTERS);
  const end = /\r?\n\r?\n/.exec(beginning);
  return end === null ? beginning : beginning.slice(0, end.index);
}

/** What an entry is called that was a mail. */
export function titleOf(subject: string): string {
  return oneLine(subject) || UNTITLED;
}

/** What somebody is told, once, on a day on which their journal takes no more mails. */
export function tooManyMails(userId: string, day: string) {
  return {
    userId,
    kind: 'mails_left_out',
    title: 'Mails to your journal were left out',
    body: `Your journal takes ${MAX_ENTRIES_PER_DAY} mails a day (UTC), and more came. If they are not yours, change its secret address.`,
    data: { date: day },
    dedupeKey: `mails_left_out:${day}`,
  };
}

/** What somebody is told, once for a message, of a mail to their journal that could not be read. */
export function unreadableMail(userId: string, messageDigest: string) {
  return {
    userId,
    kind: 'mail_unreadable',
    title: 'A mail to your journal could not be read',
    body: 'A mail came to the secret address of your journal, and could not be read. Send it again as plain text. If it is not yours, change the address.',
    data: {},
    dedupeKey: `mail_unreadable:${messageDigest}`,
  };
}

/** Text as it can be stored, its line ends as everywhere. */
export function storable(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/(?![\t\n])\p{Cc}/gu, '')
    .trim();
}
