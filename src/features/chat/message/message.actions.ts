import type { Actor } from '#access/actor.ts';
import { mentionsIn, recordAudit } from '#features/account';
import { type EventDataOf, publishEvents } from '#features/event';
import type { Tx } from '#platform/db/database.ts';
import type { Position } from '#platform/db/pagination.ts';
import { executeRead, joinReads } from '#platform/db/read.ts';
import { parsePage, toPage, writeCursor } from '#platform/http/pagination.ts';
import { requireNew } from '#platform/http/records.ts';
import { armsOf, parseSearch } from '#platform/text/search/query.ts';
import type { ChatDeps } from '../deps.ts';
import { foldMessage } from '../message-search/message-search.actions.ts';
import { listFoundMessages } from '../message-search/message-search.store.ts';
import { roomErrors } from '../room/room.schema.ts';
import { lockMembership, selectRoom } from '../room/room.store.ts';
import { notifyMentioned } from './mention.actions.ts';
import { checkEditable, secondsUntilNextMinute, startOfEditTime, startOfMinute } from './message.rules.ts';
import {
  type ChatMessage,
  MAX_MESSAGES_PER_MINUTE,
  type MessageInPath,
  type MessageQuery,
  type MessageText,
  messageErrors,
  type NewMessage,
} from './message.schema.ts';
import { claimRemoval, findMessageFacts, insertMessage, selectMessages, updateMessage } from './message.store.ts';
import type { MessageRow } from './message-columns.store.ts';
import { viewOfMessage } from './message-view.actions.ts';

/**
 * The messages of a room, newest first, or those that match `q`. Those of users in a block with the actor are left out; of removed ones
 * the text is.
 */
export async function listMessages(
  deps: ChatDeps,
  actor: Actor,
  roomId: string,
  { q, ...query }: MessageQuery,
): Promise<{ messages: ChatMessage[]; next_cursor: string | null }> {
  const { limit, after } = parsePage(query);
  if (q !== undefined) return searchMessages(deps, actor, roomId, q, { limit, after });
  const reads = {
    room: selectRoom(actor.userId, roomId, deps.clock.now()),
    messages: selectMessages(actor.userId, roomId, after, limit + 1),
  };
  const { room, messages } = await executeRead(deps.db, joinReads(reads));
  if (room.length === 0) throw roomErrors.notFound();
  const page = toPage(messages, limit);
  return { messages: page.rows.map(viewOfMessage), next_cursor: writeCursor(page.next) };
}

async function searchMessages(
  deps: ChatDeps,
  { userId }: Actor,
  roomId: string,
  q: string,
  { limit, after }: { limit: number; after: Position | null },
): Promise<{ messages: ChatMessage[]; next_cursor: string | null }> {
  const room = await executeRead(deps.db, selectRoom(userId, roomId, deps.clock.now()));
  if (room.length === 0) throw roomErrors.notFound();
  const search = parseSearch(q);
  const searched = { userId, roomId, search, arms: armsOf(search), after };
  const page = toPage(await listFoundMessages(deps.db, searched, limit + 1), limit);
  return { messages: page.rows.map(viewOfMessage), next_cursor: writeCursor(page.next) };
}

/** Sends a message and notifies the mentioned members. */
export async function sendMessage(
  deps: ChatDeps,
  actor: Actor,
  roomId: string,
  { id = deps.ids.next(), content }: NewMessage,
): Promise<ChatMessage> {
  const [now, mentions] = [deps.clock.now(), mentionsIn(content)];
  const sent = await deps.db.transaction().execute(async (tx) => {
    await lockMembership(tx, actor.userId, roomId);
    const inserted = await insertMessage(tx, {
      id,
      roomId,
      senderId: actor.userId,
      content,
      searchText: foldMessage(content),
      mentions,
      minute: startOfMinute(now),
      maxPerMinute: MAX_MESSAGES_PER_MINUTE,
      now,
    });
    if (inserted === null) throw roomErrors.notFound();
    const { room, isCounted } = inserted;
    if (!room.can_write) throw roomErrors.closed();
    if (!isCounted) throw messageErrors.minuteLimit({ retryAfterSeconds: secondsUntilNextMinute(now) });
    const message = requireNew(inserted.message);
    await notifyMentioned(deps, tx, message, room.name, mentions);
    await publishChange(deps, tx, message, 'created');
    return message;
  });
  return viewOfMessage(sent);
}

/** Changes the text of an own message within 15 minutes, and notifies members who are newly mentioned. */
export async function editMessage(
  deps: ChatDeps,
  actor: Actor,
  { id: roomId, messageId: id }: MessageInPath,
  { content }: MessageText,
): Promise<ChatMessage> {
  const [now, mentions, senderId] = [deps.clock.now(), mentionsIn(content), actor.userId];
  const message = await deps.db.transaction().execute(async (tx): Promise<MessageRow> => {
    await lockMembership(tx, senderId, roomId);
    const searchText = foldMessage(content);
    const change = { id, roomId, senderId, content, searchText, mentions, sentSince: startOfEditTime(now), now };
    const updated = await updateMessage(tx, change);
    if (updated === undefined) {
      const found = await findMessageFacts(tx, { id, roomId, userId: senderId, now });
      if (found === undefined) throw roomErrors.notFound();
      checkEditable(found.message, senderId, now);
      throw messageErrors.notFound();
    }
    await notifyMentioned(deps, tx, updated, updated.room_name, mentions);
    await publishChange(deps, tx, updated, 'edited');
    return updated;
  });
  return viewOfMessage(message);
}

/**
 * Removes the text of a message. Its sender can do so at any time, also after leaving the room, and an admin of the group can;
 * a super admin can in all rooms, which is audited.
 */
export async function removeMessage(
  deps: ChatDeps,
  actor: Actor,
  { id: roomId, messageId: id }: MessageInPath,
): Promise<void> {
  const { userId, isSuperAdmin } = actor;
  const now = deps.clock.now();
  await deps.db.transaction().execute(async (tx) => {
    const removed = await claimRemoval(tx, { id, roomId, userId, isSuperAdmin, now });
    if (removed === undefined) {
      const found = await findMessageFacts(tx, { id, roomId, userId, now });
      if (found === undefined && !isSuperAdmin) throw roomErrors.notFound();
      throw found?.message?.isRemoved === false ? messageErrors.notRemovable() : messageErrors.notFound();
    }
    const { room_id, sender_id } = removed;
    await publishChange(deps, tx, { id: removed.id, room_id, sender: { id: sender_id } }, 'deleted');
    if (sender_id === userId || removed.is_by_admin) return;
    await recordAudit(deps, tx, actor, {
      action: 'chat-message.remove',
      subjectType: 'chat_message',
      subjectIds: [removed.id],
    });
  });
}

type ChangedMessage = Pick<MessageRow, 'id' | 'room_id'> & { sender: { id: string } };

/** The sender counts as the cause of each event, so that users in a block with the sender do not receive it. */
async function publishChange(
  deps: ChatDeps,
  tx: Tx,
  { id, room_id: room, sender }: ChangedMessage,
  change: EventDataOf<'chat.message'>['change'],
): Promise<void> {
  const data = { room, message_id: id, change, sender_id: sender.id };
  await publishEvents(deps, tx, [{ kind: 'chat.message', audience: { room }, actorId: sender.id, data }]);
}
