/** Replaces line breaks, control characters and bidirectional controls by spaces: names chosen by users can contain anything. */
export function oneLine(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Splits a text into lines without control characters. */
export function linesOf(text: string): string[] {
  return text
    .trim()
    .split(/\r\n|[\r\n\p{Zl}\p{Zp}]/u)
    .map((line) => line.replaceAll(/[\p{Cc}\p{Bidi_Control}]+/gu, ' ').trimEnd());
}

const MAX_NAME_LENGTH = 60;

/** What mail clients turn into links. */
const LINK_LIKE = /:\/\/|www\.|@|[\p{L}\p{N}][.\u3002][\p{L}\p{N}]/iu;

/**
 * Whether a name can appear in an email: short, and without anything that mail clients turn into a link. A user who signs up with
 * another person's email address chooses the name and must not be able to send them advertisements.
 */
export function isPlainName(name: string): boolean {
  if (name === '' || name.length > MAX_NAME_LENGTH) return false;
  // Compares what is visible: full-width characters look the same, and format characters are invisible.
  return !LINK_LIKE.test(name.normalize('NFKC').replaceAll(/\p{Cf}/gu, ''));
}
