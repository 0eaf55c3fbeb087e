import type { Db } from '#platform/db/database.ts';
import { renderEvent } from '#platform/http/event-streams.ts';
import type { EventRow } from '../event/event.rules.ts';
import { EVENT_KINDS, isEventKind } from '../event/kind.schema.ts';
import { addresseesOf, type RoomReceivers, roomsOf } from './stream.rules.ts';
import { listVisiblePairs, type Pair } from './stream.store.ts';

/** A stored event, or a signal, which has no position. */
export type DeliveredRow = Omit<EventRow, 'position'> & { position: number | null };

/** An event as it is sent. */
export type RenderedEvent = Pick<DeliveredRow, 'position'> & { text: string };

export type DeliveryDeps = {
  db: Db;
  /** Returns, for each room, the users who may read it now. A higher feature implements this. */
  listRoomReceivers: (rooms: readonly string[], userIds: readonly string[]) => Promise<RoomReceivers>;
};

/**
 * The events that each of the users may see now, in their order: users who are inactive, in a blocked pair with the actor, or may no
 * longer read the room get none.
 */
export async function selectVisibleEvents(
  { db, listRoomReceivers }: DeliveryDeps,
  rows: readonly DeliveredRow[],
  users: ReadonlyMap<string, unknown>,
): Promise<ReadonlyMap<string, readonly RenderedEvent[]>> {
  const rooms = roomsOf(rows);
  const receivers = rooms.length === 0 ? new Map() : await listRoomReceivers(rooms, [...users.keys()]);
  const addressed = rows.map((row) => ({ row, userIds: addresseesOf(row, users, receivers) }));
  const pairs = new Map<string, Pair>();
  for (const { row, userIds } of addressed) {
    for (const userId of userIds) pairs.set(pairKey(row.actor_id, userId), { actorId: row.actor_id, userId });
  }
  const visible = new Set<string>();
  if (pairs.size > 0) {
    for (const { actorId, userId } of await listVisiblePairs(db, [...pairs.values()]))
      visible.add(pairKey(actorId, userId));
  }
  const ofUser = new Map<string, RenderedEvent[]>();
  for (const { row, userIds } of addressed) {
    const seeing = userIds.filter((userId) => visible.has(pairKey(row.actor_id, userId)));
    if (seeing.length === 0) continue;
    const event = { position: row.position, text: render(row) };
    for (const userId of seeing) {
      const events = ofUser.get(userId);
      if (events === undefined) ofUser.set(userId, [event]);
      else events.push(event);
    }
  }
  return ofUser;
}

const pairKey = (actorId: string | null, userId: string) => `${actorId} ${userId}`;

function render({ position, kind, data, occurred_at: occurredAt }: DeliveredRow): string {
  const version = isEventKind(kind) ? EVENT_KINDS[kind].version : 1;
  return renderEvent({
    ...(position !== null && { id: String(position) }),
    name: kind,
    data: { kind, version, occurred_at: occurredAt.toISOString(), data },
  });
}
