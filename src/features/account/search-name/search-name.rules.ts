import { searchTextOf } from '#platform/text/search/fold.ts';

/** What searches of people compare in the place of a name. */
export function searchNameOf(fullName: string): string {
  return searchTextOf(fullName);
}
