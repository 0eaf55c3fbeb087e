import { searchTextOf } from '#platform/text/search/fold.ts';

/** What searches compare, in the place of title and content. */
export type SearchTexts = { searchTitle: string; searchText: string };

export type EntryText = SearchTexts & { title: string; content: string };

/** @param text The content as its readers see it. */
export function searchTextsOf(title: string, text: string): SearchTexts {
  return { searchTitle: searchTextOf(title), searchText: searchTextOf(title, text) };
}
