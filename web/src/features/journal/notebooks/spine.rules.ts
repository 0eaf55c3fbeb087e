const SPINES = 8;

/** The colour of a notebook, from 0 to 7: always the same for one id, and even between ids. */
export function spineOf(id: string): number {
  let hash = 0;
  for (const letter of id) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 9_973;
  return hash % SPINES;
}
