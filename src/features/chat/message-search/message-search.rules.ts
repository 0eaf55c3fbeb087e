import { searchTextOf } from '#platform/text/search/fold.ts';

/** What searches compare in the place of a message, given with names in place of its mentions. */
export function searchTextOfMessage(text: string): string {
  return searchTextOf(text);
}
