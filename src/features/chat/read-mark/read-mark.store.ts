import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { roomsOf } from '../room/room.store.ts';

/**
 * Moves a user's read mark of a room to a message, never backwards. Returns undefined if the user is not in the room; the mark is
 * null if the room has no such message.
 */
export async function upsertReadMark(
  db: Db,
  { userId, roomId, messageId, now }: { userId: string; roomId: string; messageId: string; now: Date },
): Promise<{ room_id: string; read_until: Date | null } | undefined> {
  const { rows } = await sql<{ room_id: string; read_until: Date | null }>`
    with room as materialized (${roomsOf({ userIds: [userId], roomIds: [roomId], now })}), message as (
      select message.room_id, message.created_at
      from chat_room join chat_message message on message.room_id = chat_room.id
      where chat_room.id = ${roomId} and message.id = ${messageId} for key share of chat_room
    ), stored as (
      insert into chat_read_mark as mark (user_id, room_id, read_until)
      select user_id, room_id, created_at from room join message on message.room_id = room.id
      on conflict (user_id, room_id) do update set read_until = greatest(mark.read_until, excluded.read_until)
      returning read_until
    )
    select room.id as room_id, read_until from room left join stored on true`.execute(db);
  return rows[0];
}
