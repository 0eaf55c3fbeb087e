import { oneLine } from '../email/plain-text.rules.ts';

/** Longer headers are ignored. */
const MAX_HEADER_CHARACTERS = 64 * 1024;

const UNTITLED = 'An email without a subject';

/** The headers in which mail servers name the recipients of a message. */
const RECIPIENT_HEADERS = new Set(['to', 'cc', 'bcc', 'delivered-to', 'x-original-to', 'envelope-to']);

/** Extracts the recipients from the header of a MIME message, one header field a line. */
export function recipientsIn(source: string): string {
  const lines = headerOf(source)
    .replaceAll(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/);
  return lines.flatMap(recipientsOfField).join('\n');
}

function recipientsOfField(line: string): string[] {
  const colon = line.indexOf(':');
  const [name, value] = [line.slice(0, Math.max(0, colon)).trim().toLowerCase(), line.slice(colon + 1)];
  if (RECIPIENT_HEADERS.has(name)) return [value];
  // Forwarding servers can name the recipient here.
  const [, recipient] = name === 'received' ? (/\sfor\s+<?([^\s<>;]+)/i.exec(value) ?? []) : [];
  return recipient === undefined ? [] : [recipient];
}

/** The Message-ID of a MIME message; undefined if the header has none. */
export function messageIdIn(source: string): string | undefined {
  return /^message-id:\s*(<[^<>\s]+>)/im.exec(headerOf(source))?.[1];
}

/** The header of a MIME message, which an empty line ends. */
function headerOf(source: string): string {
  const start = source.slice(0, MAX_HEADER_CHARACTERS);
  const end = /\r?\n\r?\n/.exec(start);
  return end === null ? start : start.slice(0, end.index);
}

/** The title of an entry that was an email. */
export function titleOf(subject: string): string {
  return oneLine(subject) || UNTITLED;
}

/** Makes a text storable: well-formed, with plain line breaks and without control characters. */
export function toStorable(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/(?![\t\n])\p{Cc}/gu, '')
    .trim();
}
