/** Without the ellipsis. */
export const MAX_EXCERPT_LENGTH = 200;

/** The start of a text on one line: whole words, and an ellipsis if the text goes on. */
export function excerptOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= MAX_EXCERPT_LENGTH) return line;
  const words = line.slice(0, MAX_EXCERPT_LENGTH + 1).replace(/ [^ ]*$/, '');
  if (words.length <= MAX_EXCERPT_LENGTH) return `${words}…`;
  // One long word: cut, but not through a surrogate pair.
  return `${line.slice(0, MAX_EXCERPT_LENGTH).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
