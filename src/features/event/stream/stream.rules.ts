import { EVERYONE, type EventRow, roomOf } from '../event/event.rules.ts';
import type { ResetReason } from './stream.schema.ts';

/** The positions that exist: those after `first` minus one are kept. `first` is null if no event is kept. */
export type KeptPositions = { first: number | null; last: number };

/** From where a stream begins: with an event `ready`, or `reset` for a reason, or after a position that the client has received. */
export type StreamStart = 'ready' | { reset: ResetReason } | { after: number };

/** Decides where a stream begins for a client that has received the event with an id. */
export function decideStart(lastEventId: string | undefined, { first, last }: KeptPositions): StreamStart {
  if (lastEventId === undefined || lastEventId === '') return 'ready';
  const after = /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : Number.NaN;
  // A database that was restored from a backup has forgotten later ones.
  if (!(after <= last)) return { reset: 'unknown' };
  if (after < (first ?? last + 1) - 1) return { reset: 'expired' };
  return { after };
}

export type RoomReceivers = ReadonlyMap<string, ReadonlySet<string>>;

/** The rooms of events, each once. */
export function roomsOf(rows: readonly Pick<EventRow, 'audience'>[]): string[] {
  return [...new Set(rows.flatMap(({ audience }) => roomOf(audience) ?? []))];
}

/** Those of the users that an event is addressed to. `userIds` have no duplicates. */
export function addresseesOf(
  { audience }: Pick<EventRow, 'audience'>,
  userIds: ReadonlyMap<string, unknown>,
  receivers: RoomReceivers,
): string[] {
  if (audience[0] === EVERYONE) return [...userIds.keys()];
  const room = roomOf(audience);
  const addressed = room === null ? audience : [...(receivers.get(room) ?? [])];
  return addressed.filter((id) => userIds.has(id));
}
