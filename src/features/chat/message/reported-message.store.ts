import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { roomsOf } from '../room/room.store.ts';

/** A reported message. Its text is null if it is removed. */
export type ReportedMessage = {
  id: string;
  roomId: string;
  senderId: string;
  content: string | null;
  sentAt: Date;
  editedAt: Date | null;
  removedAt: Date | null;
};

/** Whether a user can report a message: it is in a room of theirs and not removed. A block since then does not prevent it. */
export async function canReportMessage(db: Db, userId: string, id: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from chat_message message
    where id = ${id} and removed_at is null
      and room_id in (select room.id from (${roomsOf({ userIds: [userId], now })}) room)`.execute(db);
  return rows.length > 0;
}

/** Lists messages with these ids. The caller checks the permission to see them. */
export async function listReportedMessages(db: Db, ids: readonly string[]): Promise<ReportedMessage[]> {
  const { rows } = await sql<ReportedMessage>`
    select id, room_id as "roomId", sender_id as "senderId", content, created_at as "sentAt", edited_at as "editedAt",
      removed_at as "removedAt"
    from chat_message where id = any (${[...ids]}::uuid[])`.execute(db);
  return rows;
}
