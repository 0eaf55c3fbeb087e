import { type Invariant, judgeRows } from '#platform/db/invariant.ts';
import { searchNameOf } from './search-name.rules.ts';
import { selectFoldedNames } from './search-name.store.ts';

export const SEARCH_NAME_INVARIANTS: readonly Invariant[] = [
  {
    name: 'account.search-names',
    holds: 'The name that searches of people compare is the folded name of its user, or not folded yet.',
    advice:
      'Searches may miss the user or find them by a former name. Have them save their name again, and report it as a bug.',
    find: ({ db }, limit) =>
      judgeRows(
        db,
        selectFoldedNames(),
        ({ id, full_name, search_name }) => (searchNameOf(full_name) === search_name ? null : `profile ${id}`),
        limit,
      ),
  },
];
