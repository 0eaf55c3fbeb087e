import type { Message, Room } from './chat.ts';

/** Whether others have written since the user read. */
export function hasUnread(messages: readonly Message[], readUntil: string | null, userId: string): boolean {
  return messages.some(
    ({ created_at, sender }) => sender.id !== userId && (readUntil === null || isLater(created_at, readUntil)),
  );
}

/** The rooms once the user has read one up to an instant. */
export function withRead(rooms: readonly Room[], roomId: string, readUntil: string): Room[] {
  return rooms.map((room) => (room.id === roomId ? { ...room, unread_count: 0, read_until: readUntil } : room));
}

export const unreadIn = (rooms: readonly Room[]): number => rooms.reduce((sum, room) => sum + room.unread_count, 0);

/** Of two instants as the API writes them. */
export const isLater = (one: string, other: string): boolean => Date.parse(one) > Date.parse(other);
