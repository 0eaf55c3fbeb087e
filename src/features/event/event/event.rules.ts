import type { EventDataOf, EventKind } from './kind.schema.ts';

/** A room is the id of a chat room, such as `team/<uuid>`. */
export type EventAudience = { userIds: readonly string[] } | { room: string } | 'everyone';

/**
 * `actorId` is the user who caused the event: users in a blocked pair with them do not receive it. Of the events with one `coalesceKey`
 * the last is sent, and at most one in three seconds: all of them have one audience. A key has at most 200 characters.
 */
export type NewEvent = {
  [K in EventKind]: {
    kind: K;
    audience: EventAudience;
    actorId?: string | null;
    data: EventDataOf<K>;
    coalesceKey?: string;
  };
}[EventKind];

/** An event with its position in the order of all events. */
export type StoredEvent = {
  position: number;
  kind: string;
  actorId: string | null;
  audience: EventAudience;
  data: Readonly<Record<string, unknown>>;
  occurredAt: Date;
};

export const EVERYONE = 'everyone';

export const roomKey = (room: string): string => `${ROOM}${room}`;
const ROOM = 'room ';

/** The stored form of an audience: what receivers are found by. */
export function audienceKeys(audience: EventAudience): readonly string[] {
  if (audience === 'everyone') return [EVERYONE];
  return 'room' in audience ? [roomKey(audience.room)] : [...new Set(audience.userIds)];
}

function parseAudience(keys: readonly string[]): EventAudience {
  if (keys[0] === EVERYONE) return EVERYONE;
  const room = roomOf(keys);
  return room === null ? { userIds: keys } : { room };
}

export function toStoredEvent(row: EventRow): StoredEvent {
  const { position, kind, data } = row;
  return {
    position,
    kind,
    actorId: row.actor_id,
    audience: parseAudience(row.audience),
    data,
    occurredAt: row.occurred_at,
  };
}

/** Whether a message of the channel announces events of a kind. */
export const isKindAnnounced = (kind: EventKind, message: string): boolean => message.split(' ').includes(kind);

/** A row of the table `event`. */
export type EventRow = {
  position: number;
  kind: string;
  actor_id: string | null;
  audience: string[];
  data: Record<string, unknown>;
  occurred_at: Date;
};

/** Null unless the audience is a room. */
export function roomOf(keys: readonly string[]): string | null {
  const [key = ''] = keys;
  return key.startsWith(ROOM) ? key.slice(ROOM.length) : null;
}
