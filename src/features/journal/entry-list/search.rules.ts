import { armsOf, parseSearch, type Search, type SearchArm, type SearchForm } from '#platform/text/search/query.ts';

/** A search as the statements of the journal need it. */
export type EntrySearch = {
  /** As the user wrote it, for searches of the former index, whose parser fails at more than 32 pending operators. */
  text: string;
  search: Search;
  /** The ways to match that the index lists; null if entries have to be read in order. */
  arms: readonly SearchArm[] | null;
  /** The terms that count for relevance, each in its forms. */
  terms: readonly (readonly SearchForm[])[];
};

export function entrySearchOf(text: string): EntrySearch {
  const search = parseSearch(text);
  return {
    text: limitMinuses(text),
    search,
    arms: armsOf(search),
    terms: search.alternatives.flatMap(({ all }) => all),
  };
}

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
