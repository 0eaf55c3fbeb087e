import type { Actor } from '#access/actor.ts';
import { type EventStream, renderEvent, type StreamEnd } from '#platform/http/event-streams.ts';
import { accessOfToken, findEndOf } from '../access/access.actions.ts';
import type { StreamAccess } from '../access/access.rules.ts';
import type { EventDeps } from '../deps.ts';
import { EVERYONE, roomKey } from '../event/event.rules.ts';
import { accessOfTicket } from '../ticket/ticket.actions.ts';
import { selectVisibleEvents } from './delivery.actions.ts';
import { decideStart, type RoomReceivers, roomsOf, type StreamStart } from './stream.rules.ts';
import type { ResetReason } from './stream.schema.ts';
import { findKeptPositions, listEventsFor, listRoomAudiences, type PositionRange } from './stream.store.ts';

/** The maximum number of missed events of a stream. A client that missed more reloads all data. */
const MAX_MISSED = 1_000;

/** The access of a request with a ticket or an access token, which the guard has verified. */
export async function accessOfRequest(
  deps: EventDeps,
  actor: Actor,
  { ticket, token }: { ticket: string | undefined; token: string | null },
): Promise<StreamAccess> {
  return ticket === undefined ? accessOfToken(deps, actor, token) : accessOfTicket(deps, ticket);
}

type Opening = { findEnd: () => Promise<StreamEnd | null>; currentId: () => string };

/**
 * Sends a user's events to the stream that `open` creates: those after `lastEventId`, then new ones. Each is sent once and in the
 * order of commits, also over a reconnect and an outage of the database. Throws what `open` throws.
 */
export async function followEvents(
  deps: EventDeps,
  access: StreamAccess,
  lastEventId: string | undefined,
  open: (opening: Opening) => EventStream,
): Promise<void> {
  const { eventHub } = deps;
  const follower = await eventHub.follow(access.userId);
  const stop = () => eventHub.unfollow(follower);
  try {
    const kept = await findKeptPositions(deps.db);
    const texts = await readStart(deps, access.userId, decideStart(lastEventId, kept), kept.last);
    const stream = open({
      findEnd: () => findEndOf(deps, access),
      // Both, since the node may be behind the position with which the stream began.
      currentId: () => String(Math.max(eventHub.position() ?? 0, follower.position())),
    });
    stream.onEnd(stop);
    follower.start(stream, texts, kept.last);
  } catch (error) {
    stop();
    throw error;
  }
}

/** The texts with which a stream begins. They tell of everything up to the position `last`. */
async function readStart(deps: EventDeps, userId: string, start: StreamStart, last: number): Promise<string[]> {
  const control = (data: { kind: 'ready' } | { kind: 'reset'; reason: ResetReason }) => [
    renderEvent({ id: String(last), name: data.kind, data }),
  ];
  if (start === 'ready') return control({ kind: 'ready' });
  if ('reset' in start) return control({ kind: 'reset', reason: start.reset });
  const missed = await listMissed(deps, userId, { after: start.after, last });
  return missed ?? control({ kind: 'reset', reason: 'too-many' });
}

/** What the user may see of a range; null if it is more than `MAX_MISSED`. */
async function listMissed(deps: EventDeps, userId: string, range: PositionRange): Promise<string[] | null> {
  if (range.after === range.last) return [];
  const rooms = roomsOf(await listRoomAudiences(deps.db, range));
  const receivers: RoomReceivers = rooms.length === 0 ? new Map() : await deps.listRoomReceivers(rooms, [userId]);
  const readable = rooms.filter((room) => receivers.get(room)?.has(userId));
  const rows = await listEventsFor(deps.db, [userId, EVERYONE, ...readable.map(roomKey)], range, MAX_MISSED + 1);
  if (rows.length > MAX_MISSED) return null;
  const visible = await selectVisibleEvents(deps, rows, new Map([[userId, null]]));
  return (visible.get(userId) ?? []).map(({ text }) => text);
}
