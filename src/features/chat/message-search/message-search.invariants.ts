import { replaceMentionsWithNames } from '#features/account';
import { type Invariant, judgeRows } from '#platform/db/invariant.ts';
import { searchTextOfMessage } from './message-search.rules.ts';
import { selectFoldedMessages } from './message-search.store.ts';

export const MESSAGE_SEARCH_INVARIANTS: readonly Invariant[] = [
  {
    name: 'chat.search-texts',
    holds:
      'The text that searches of a room compare is the folded message, or not folded yet. The newest thousand and a tenth of all are looked at.',
    advice: 'Searches may miss the message or find it by former words. Report it as a bug.',
    find: ({ db }, limit) =>
      judgeRows(
        db,
        selectFoldedMessages(),
        ({ id, content, search_text }) =>
          searchTextOfMessage(replaceMentionsWithNames(content)) === search_text ? null : `chat_message ${id}`,
        limit,
      ),
  },
];
