import type { Actor } from '#access/actor.ts';
import { sendSignal } from '#features/event';
import { executeRead } from '#platform/db/read.ts';
import type { ChatDeps } from '../deps.ts';
import { roomErrors } from '../room/room.schema.ts';
import { selectRoom } from '../room/room.store.ts';

/** Tells the members of a room who have an open stream that the actor is writing. Stores nothing. */
export async function signalTyping(deps: ChatDeps, actor: Actor, roomId: string): Promise<void> {
  const [room] = await executeRead(deps.db, selectRoom(actor.userId, roomId, deps.clock.now()));
  if (room === undefined) throw roomErrors.notFound();
  if (!room.can_write) throw roomErrors.closed();
  const data = { room: room.id, user_id: actor.userId };
  await sendSignal(deps, { kind: 'chat.typing', audience: { room: room.id }, actorId: actor.userId, data });
}
