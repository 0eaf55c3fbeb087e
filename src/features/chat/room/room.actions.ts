import type { Actor } from '#access/actor.ts';
import { executeRead } from '#platform/db/read.ts';
import type { ChatDeps } from '../deps.ts';
import { viewOfMessage } from '../message/message-view.actions.ts';
import type { ChatRoom } from './room.schema.ts';
import { listReaders, type RoomRow, selectRooms } from './room.store.ts';

/** A limit that no real user reaches. */
const MAX_ROOMS = 500;

/** The actor's rooms, the latest activity first. */
export async function listRooms(deps: ChatDeps, actor: Actor): Promise<ChatRoom[]> {
  const rooms = await executeRead(deps.db, selectRooms(actor.userId, deps.clock.now(), MAX_ROOMS));
  return rooms.map(viewOf);
}

/** Returns, for each room, the users who may read it now. */
export async function listRoomReceivers(
  deps: Pick<ChatDeps, 'db' | 'clock'>,
  roomIds: readonly string[],
  userIds: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const receivers = new Map<string, Set<string>>();
  for (const { room_id, user_id } of await listReaders(deps.db, { roomIds, userIds, now: deps.clock.now() })) {
    receivers.set(room_id, (receivers.get(room_id) ?? new Set()).add(user_id));
  }
  return receivers;
}

function viewOf(row: RoomRow): ChatRoom {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    date: row.date,
    can_write: row.can_write,
    can_remove: row.is_admin,
    unread_count: row.unread_count,
    read_until: row.read_until?.toISOString() ?? null,
    last_message: row.last_message && viewOfMessage(row.last_message),
  };
}
