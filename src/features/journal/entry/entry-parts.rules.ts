import { MAX_CONTENT_LENGTH, MAX_TITLE_LENGTH } from './entry.schema.ts';

type Texts = { title: string; content: string };

/** A text of any length as entries: a long title stays whole at the start of the content, a long content continues in further entries. */
export function partsOf({ title, content }: Texts): Texts[] {
  const fitted = withFittingTitle({ title, content });
  const contents = splitText(fitted.content, MAX_CONTENT_LENGTH);
  return contents.map((part, index) => ({ title: titleOfPart(fitted.title, index), content: part }));
}

/** A title that is too long is shortened, and stays whole at the start of the content. */
export function withFittingTitle({ title, content }: Texts): Texts {
  if (!isLonger(title, MAX_TITLE_LENGTH)) return { title, content };
  return { title: shorten(title, MAX_TITLE_LENGTH), content: `${title}\n\n${content}` };
}

/** The title of each part of an entry, from index 0: the first has the title of the entry, later ones a number. */
export function titleOfPart(title: string, index: number): string {
  if (index === 0) return title;
  const suffix = ` (${index + 1})`;
  return `${shorten(title, MAX_TITLE_LENGTH - suffix.length)}${suffix}`;
}

/** Splits a text at the end of a paragraph, line or word, whichever is the last within the limit. */
export function splitText(text: string, maxLength: number): string[] {
  const parts: string[] = [];
  let rest = text;
  while (isLonger(rest, maxLength)) {
    const end = endOfPart(firstCharacters(rest, maxLength));
    parts.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return [...parts, rest];
}

/** A text within a limit of characters. A longer one ends with an ellipsis. */
export function shorten(text: string, maxLength: number): string {
  return isLonger(text, maxLength) ? `${firstCharacters(text, maxLength - 1)}…` : text;
}

/** Whether a text has more characters, as the database counts them: some are two code units. */
export const isLonger = (text: string, maxLength: number) =>
  text.length > maxLength && firstCharacters(text, maxLength).length < text.length;

const firstCharacters = (text: string, characters: number) =>
  [...text.slice(0, 2 * characters)].slice(0, characters).join('');

function endOfPart(part: string): number {
  for (const separator of ['\n\n', '\n', ' ']) {
    const end = part.lastIndexOf(separator);
    if (end > part.length / 2) return end;
  }
  return part.length;
}
