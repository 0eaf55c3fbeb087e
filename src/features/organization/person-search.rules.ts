/** A single letter is in nearly every name. */
const MIN_NAME_LENGTH = 2;

/** What a query asks for: an address as a whole, and a part of a name where it is long enough to be one, else null. */
export function searchAsked(query: string): { email: string; name: string | null } {
  const text = query.trim();
  return { email: text, name: [...text].length < MIN_NAME_LENGTH ? null : text };
}
