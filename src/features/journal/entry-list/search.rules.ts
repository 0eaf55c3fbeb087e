import {
  armsOf,
  parseSearch,
  type Search,
  type SearchArm,
  type SearchForm,
} from '../../../platform/text/search/query.ts';

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

/** How many of the newest entries a search reads at once, of each run, and of the runs of all groups together. */
const NEWEST = [200, 1_000, 2_000, 4_000] as const;
export const FIRST_NEWEST = NEWEST[0];
/** Matches are not spread evenly. */
const MARGIN = 1.2;

/**
 * How many of the newest entries a search reads next, after `found` of `newest` have matched: as many as hold `count` matches on average, and
 * some more. Null if that is more than the index takes: there each match is read, and no other entry.
 */
export function nextNewest({ newest, found, count }: { newest: number; found: number; count: number }): number | null {
  const needed = (newest * count) / found;
  const larger = NEWEST.filter((one) => one > newest);
  return larger.find((one) => one >= MARGIN * needed) ?? larger.findLast((one) => one >= needed) ?? null;
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
