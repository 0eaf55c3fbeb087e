import { parseSearch, type Search } from '#platform/text/search/query.ts';

/** A single letter matches nearly all names. */
const MIN_NAME_LENGTH = 2;

/** The email address and the name to search for. `name` is null if the query is too short. */
export function parseUserSearch(query: string): { email: string; name: { text: string; search: Search } | null } {
  const text = query.trim();
  return { email: text, name: [...text].length < MIN_NAME_LENGTH ? null : { text, search: parseSearch(text) } };
}
