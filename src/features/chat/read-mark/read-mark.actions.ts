import type { Actor } from '#access/actor.ts';
import type { ChatDeps } from '../deps.ts';
import { messageErrors } from '../message/message.schema.ts';
import { roomErrors } from '../room/room.schema.ts';
import type { NewReadMark, ReadMark } from './read-mark.schema.ts';
import { upsertReadMark } from './read-mark.store.ts';

/** Marks the messages of a room as read up to one of them. A mark that is later already stays. */
export async function markRead(
  deps: ChatDeps,
  actor: Actor,
  roomId: string,
  { message_id: messageId }: NewReadMark,
): Promise<ReadMark> {
  const mark = await upsertReadMark(deps.db, { userId: actor.userId, roomId, messageId, now: deps.clock.now() });
  if (mark === undefined) throw roomErrors.notFound();
  if (mark.read_until === null) throw messageErrors.notFound();
  return { room_id: mark.room_id, read_until: mark.read_until.toISOString() };
}
