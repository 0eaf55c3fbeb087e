/** Whether PostgreSQL can store the text: no NUL character and no lone surrogate. */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** A text without characters that cannot be stored or shown. Tab and line feed stay. */
export function withoutControlCharacters(text: string): string {
  return text.toWellFormed().replace(/(?![\t\n])\p{Cc}/gu, '');
}

/** The first `length` UTF-16 units of a text, without half a character at the end. */
export function startOf(text: string, length: number): string {
  const beginning = text.slice(0, length);
  return beginning.isWellFormed() ? beginning : beginning.slice(0, -1);
}
