import { oneLine } from '../email/plain-text.rules.ts';

const UNTITLED = 'An email without a subject';

/** The headers in which mail servers name the recipients of a message. */
const RECIPIENT_HEADERS = new Set(['to', 'cc', 'bcc', 'delivered-to', 'x-original-to', 'envelope-to']);

/** The recipients that a header names, a field a line. */
export function recipientsIn(headers: readonly (readonly [name: string, value: string])[]): string {
  return headers.flatMap(recipientsOfField).join('\n');
}

function recipientsOfField([name, value]: readonly [string, string]): string[] {
  if (RECIPIENT_HEADERS.has(name)) return [value];
  // Forwarding servers can name the recipient here.
  const [, recipient] = name === 'received' ? (/\sfor\s+<?([^\s<>;]+)/i.exec(value) ?? []) : [];
  return recipient === undefined ? [] : [recipient];
}

/**
 * A text in which addresses are searched before it is parsed: JSON, without the escapes that touch them, and the beginning of a source
 * that it holds in base64.
 */
export function searchableJson(json: string): string {
  const plain = json.replaceAll(/\\(?:u[0-9a-fA-F]{4}|.)/g, (escaped) =>
    escaped === '\\u0040' ? '@' : escaped === '\\/' ? '/' : ' ',
  );
  return `${plain}\n${encodedSourceIn(plain)}`;
}

/** Longer headers are ignored. */
const MAX_HEADER_CHARACTERS = 88 * 1024;

function encodedSourceIn(json: string): string {
  const at = json.search(/"(?:raw_base64|raw|content)"\s{0,10}:\s{0,10}"[A-Za-z0-9+/]{8}/);
  if (at === -1) return '';
  const start = json.indexOf('"', json.indexOf(':', at)) + 1;
  const [encoded = ''] = /^[A-Za-z0-9+/= ]*/.exec(json.slice(start, start + MAX_HEADER_CHARACTERS)) ?? [];
  return Buffer.from(encoded, 'base64').toString('latin1');
}

/** The title of an entry that was an email. */
export function titleOf(subject: string): string {
  return oneLine(subject) || UNTITLED;
}

/** What windows-1252 has where Latin-1 and Unicode have control characters, from 0x80 to 0x9f; a space where it has nothing. */
const WINDOWS_1252 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

/**
 * Makes a text storable: well-formed, with plain line breaks and without control characters. Those that stand for text stay as what they
 * mean: bytes of windows-1252 that a program took for Latin-1, and breaks of lines and pages.
 */
export function toStorable(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?|[\v\f]/g, '\n')
    .replaceAll(/[\x80-\x9f]/g, (byte) => WINDOWS_1252[byte.charCodeAt(0) - 0x80]?.trim() ?? '')
    .replaceAll(/(?![\t\n])\p{Cc}/gu, '')
    .trim();
}
