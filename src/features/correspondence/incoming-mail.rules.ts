import { oneLine } from './mail-layout.rules.ts';

/** How long it is known that a mail has come, so that it does not come twice: longer than any provider tries. */
export const KNOWN_MILLISECONDS = 30 * 24 * 60 * 60 * 1_000;

const UNTITLED = 'A mail without a subject';

/** A MIME message begins with its header lines; an empty line ends them. */
export function headOf(source: string): string {
  const end = /\r?\n\r?\n/.exec(source);
  return end === null ? source : source.slice(0, end.index);
}

/** What an entry is called that was a mail. */
export function titleOf(subject: string): string {
  return oneLine(subject) || UNTITLED;
}

/** Text as it can be stored, its line ends as everywhere. */
export function storable(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/(?![\t\n])\p{Cc}/gu, '')
    .trim();
}
