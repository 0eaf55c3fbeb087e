import { replaceMentionsWithNames } from '#features/account';
import { changeInBatches } from '#platform/db/batch-transactions.ts';
import type { ChatDeps } from '../deps.ts';
import { searchTextOfMessage } from './message-search.rules.ts';
import type { MessageFoldRun } from './message-search.schema.ts';
import { lockUnfoldedMessages, type UnfoldedMessage, updateMessageTexts } from './message-search.store.ts';

/** What searches compare in the place of a message, whose readers never see the ids of those who are mentioned. */
export function foldMessage(content: string): string {
  return searchTextOfMessage(replaceMentionsWithNames(content));
}

const BATCH_SIZE = 500;

/** Folds the messages that a migration, another version or a statement without the service has left, newest first. */
export async function foldMessages({ db }: Pick<ChatDeps, 'db'>): Promise<MessageFoldRun> {
  const folded = await changeInBatches<UnfoldedMessage>(db, async (tx, after) => {
    const messages = await lockUnfoldedMessages(tx, after, BATCH_SIZE);
    await updateMessageTexts(
      tx,
      messages.map(({ id, room_id, content }) => ({ id, roomId: room_id, searchText: foldMessage(content) })),
    );
    return messages;
  });
  return { success: true, message: `Folded ${folded} messages.`, results: { folded_messages: folded } };
}
