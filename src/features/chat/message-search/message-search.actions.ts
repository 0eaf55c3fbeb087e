import { searchTextOf } from '../../../platform/text/search/fold.ts';
import { replaceMentionsWithNames } from '../../account/index.ts';
import type { ChatDeps } from '../deps.ts';
import type { MessageFoldRun } from './message-search.schema.ts';
import { lockUnfoldedMessages, type UnfoldedMessage, updateMessageTexts } from './message-search.store.ts';

/** What searches compare in the place of a message, whose readers never see the ids of those who are mentioned. */
export function foldMessage(content: string): string {
  return searchTextOf(replaceMentionsWithNames(content));
}

const BATCH_SIZE = 500;

/** Folds the messages that a migration, another version or a statement without the service has left, newest first. */
export async function foldMessages({ db }: Pick<ChatDeps, 'db'>): Promise<MessageFoldRun> {
  let folded = 0;
  let after: UnfoldedMessage | null = null;
  for (;;) {
    const last: UnfoldedMessage | undefined = await db.transaction().execute(async (tx) => {
      const messages = await lockUnfoldedMessages(tx, after, BATCH_SIZE);
      await updateMessageTexts(
        tx,
        messages.map(({ id, room_id, content }) => ({ id, roomId: room_id, searchText: foldMessage(content) })),
      );
      folded += messages.length;
      return messages.at(-1);
    });
    if (last === undefined) break;
    after = last;
  }
  return { success: true, message: `Folded ${folded} messages.`, results: { folded_messages: folded } };
}
