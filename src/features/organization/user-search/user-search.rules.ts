/** A single letter matches nearly all names. */
const MIN_NAME_LENGTH = 2;

/** The email address and the part of a name to search for. `name` is null if the query is too short. */
export function parseSearch(query: string): { email: string; name: string | null } {
  const text = query.trim();
  return { email: text, name: [...text].length < MIN_NAME_LENGTH ? null : text };
}
