import type { Mention } from '#features/account';
import { notify } from '#features/notification';
import type { Tx } from '#platform/db/database.ts';
import type { ChatDeps } from '../deps.ts';
import { listReaders } from '../room/room.store.ts';
import { mentionedInChat } from './mention.template.ts';
import { MAX_MENTIONED } from './message.schema.ts';
import type { MessageRow } from './message-columns.store.ts';

/** Notifies the mentioned users who may read the message, once for each message: again after a change only those who are new. */
export async function notifyMentioned(
  deps: ChatDeps,
  tx: Tx,
  message: MessageRow,
  roomName: string | null,
  mentions: readonly Mention[],
): Promise<void> {
  const { id: messageId, room_id: roomId, sender } = message;
  const mentioned = mentions.map(({ user_id }) => user_id).filter((id) => id !== sender.id);
  if (mentioned.length === 0) return;
  const readers = await listReaders(tx, { userIds: mentioned, roomIds: [roomId], now: deps.clock.now() });
  const isReader = new Set(readers.map(({ user_id }) => user_id));
  const notified = mentioned.filter((id) => isReader.has(id)).slice(0, MAX_MENTIONED);
  const mentioning = { messageId, roomId, roomName, senderId: sender.id, senderName: sender.full_name };
  await notify(
    deps,
    tx,
    notified.map((userId) => mentionedInChat(userId, mentioning)),
  );
}
