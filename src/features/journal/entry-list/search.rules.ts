/** PostgreSQL keeps at most 32 pending operators while it parses a search, and fails beyond that. */
const MAX_MINUSES = 20;

/** Replaces each minus after the first 20 of a search with a space. */
export function limitMinuses(text: string): string {
  let minuses = 0;
  return text.replaceAll('-', () => {
    minuses += 1;
    return minuses > MAX_MINUSES ? ' ' : '-';
  });
}
