/** PostgreSQL keeps 32 operators waiting for their words at most, and fails beyond. */
const MAX_MINUSES = 20;

/** A search as the database can take it: from the 21st on, a minus is a space. Who means more of them means nothing. */
export function searchOf(text: string): string {
  let minuses = 0;
  return text.replaceAll('-', () => {
    minuses += 1;
    return minuses > MAX_MINUSES ? ' ' : '-';
  });
}
