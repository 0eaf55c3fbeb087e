/** A single letter is in nearly every name. */
const SHORTEST_NAME = 2;

/** What a query asks for: an address as a whole, and a part of a name where it is long enough to be one, else null. */
export function searchAsked(query: string): { email: string; name: string | null } {
  const text = query.trim();
  return { email: text, name: [...text].length < SHORTEST_NAME ? null : text };
}
