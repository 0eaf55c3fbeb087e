import { replaceMentionsWithNames } from '#features/account';
import { type Invariant, judgeRows } from '#platform/db/invariant.ts';
import { searchTextsOf } from './search-text.rules.ts';
import { selectFoldedEntries } from './search-text.store.ts';

export const SEARCH_TEXT_INVARIANTS: readonly Invariant[] = [
  {
    name: 'journal.search-texts',
    holds:
      'The text that searches compare is the folded title and content of its entry. The newest thousand and a tenth of all are looked at.',
    advice:
      'Searches may miss the entry or find it by former words. Have its author save it again, and report it as a bug.',
    find: ({ db }, limit) =>
      judgeRows(
        db,
        selectFoldedEntries(),
        ({ id, title, content, search_title, search_text }) => {
          const { searchTitle, searchText } = searchTextsOf(title, replaceMentionsWithNames(content));
          const isRight = searchTitle === search_title && searchText === search_text;
          return isRight ? null : `journal_entry ${id}`;
        },
        limit,
      ),
  },
];
