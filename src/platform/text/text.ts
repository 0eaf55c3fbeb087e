/** Whether a text can be stored as it is: PostgreSQL holds no NUL character, and half of a surrogate pair is no text. */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** The first `length` UTF-16 units of a text, or one fewer where the last would be half a character. */
export function startOf(text: string, length: number): string {
  const beginning = text.slice(0, length);
  return beginning.isWellFormed() ? beginning : beginning.slice(0, -1);
}
