import { sql } from 'kysely';
import type { Mention } from '#features/account';
import type { Db, Tx } from '#platform/db/database.ts';
import { afterCursor, type Position } from '#platform/db/pagination.ts';
import { type Read, toRead } from '#platform/db/read.ts';
import { type RoomOfUser, roomsOf } from '../room/room.store.ts';
import type { MessageFacts } from './message.rules.ts';
import { isVisibleTo, MESSAGE_COLUMNS, MESSAGE_INSTANTS, type MessageRow } from './message-columns.store.ts';

/** The messages of a room that a user may read, without those of users in a block with them, newest first. */
export function selectMessages(
  userId: string,
  roomId: string,
  after: Position | null,
  limit: number,
): Read<MessageRow[]> {
  const query = sql<MessageRow>`
    select ${MESSAGE_COLUMNS} from chat_message message join profile sender on sender.id = message.sender_id
    where message.room_id = ${roomId} and ${isVisibleTo(userId)}
      and ${afterCursor(after, 'message.created_at', 'message.id')}
    order by message.created_at desc, message.id desc
    limit ${limit}`;
  return toRead(query, MESSAGE_INSTANTS);
}

export type NewMessageValues = {
  id: string;
  roomId: string;
  senderId: string;
  content: string;
  /** What searches compare. */
  searchText: string;
  mentions: readonly Mention[];
  /** The minute that the message counts in. */
  minute: Date;
  maxPerMinute: number;
  now: Date;
};

/** Null if the sender is not in the room. */
export type InsertedMessage = {
  room: Pick<RoomOfUser, 'name' | 'can_write'>;
  /** False if the room is closed or the minute is used up. */
  isCounted: boolean;
  /** Undefined if it is not counted, or its id is taken. */
  message: MessageRow | undefined;
} | null;

/**
 * Inserts a message of a member who is not synthetic, and counts it. Call `lockMembership` first. Waits for other senders of the room,
 * so that the message becomes visible after theirs and its `created_at` is later.
 */
export async function insertMessage(tx: Tx, values: NewMessageValues): Promise<InsertedMessage> {
  const { id, roomId, senderId, content, searchText, mentions, minute, maxPerMinute, now } = values;
  type Inserted = Pick<RoomOfUser, 'name' | 'can_write'> & { is_counted: boolean } & (MessageRow | { id: null });
  const { rows } = await sql<Inserted>`
    with room as materialized (
      select room.* from (${roomsOf({ userIds: [senderId], roomIds: [roomId], now })}) room
      where exists (select from profile where profile.id = ${senderId} and not is_ai)
    ), counted as (
      insert into chat_message_count as count (user_id, minute, messages)
      select user_id, ${minute}, 1 from room where can_write
      -- The clock of another node may be in the next minute already.
      on conflict (user_id) do update set
        minute = greatest(count.minute, excluded.minute),
        messages = case when count.minute < excluded.minute then 1 else count.messages + 1 end
      where count.minute < excluded.minute or count.messages < ${maxPerMinute}
      returning user_id
    ), opened as (
      insert into chat_room as opened (squad_id, team_id, org_id, last_message_at)
      select case kind when 'squad' then id end, case kind when 'team' then id end,
        case kind when 'organization' then id end, ${now}
      from room where exists (select from counted)
      on conflict (id) do update set
        last_message_at = greatest(excluded.last_message_at, opened.last_message_at + interval '1 millisecond')
      returning id, last_message_at
    ), message as (
      insert into chat_message (id, room_id, sender_id, content, search_text, mentions, created_at)
      select ${id}, id, ${senderId}, ${content}, ${searchText}, ${JSON.stringify(mentions)}::jsonb, last_message_at from opened
      on conflict (id) do nothing
      returning *
    )
    select room.name, room.can_write, exists (select from counted) as is_counted, stored.* from room left join (
      select ${MESSAGE_COLUMNS} from message join profile sender on sender.id = message.sender_id
    ) stored on true`.execute(tx);
  const [row] = rows;
  if (row === undefined) return null;
  const { name, can_write, is_counted: isCounted, ...message } = row;
  return { room: { name, can_write }, isCounted, message: message.id === null ? undefined : message };
}

export type MessageChange = {
  id: string;
  roomId: string;
  senderId: string;
  content: string;
  searchText: string;
  mentions: readonly Mention[];
  /** Messages from before are not changed. */
  sentSince: Date;
  now: Date;
};

/** Changes the text of a sender's message in a room that they may read. Returns undefined if there is none to change. */
export async function updateMessage(
  tx: Tx,
  { id, roomId, senderId, content, searchText, mentions, sentSince, now }: MessageChange,
): Promise<(MessageRow & { room_name: string | null }) | undefined> {
  const { rows } = await sql<MessageRow & { room_name: string | null }>`
    with message as (
      update chat_message set content = ${content}, search_text = ${searchText}, mentions = ${JSON.stringify(mentions)}::jsonb, edited_at = ${now}
      from (${roomsOf({ userIds: [senderId], roomIds: [roomId], now })}) room
      where chat_message.id = ${id} and room_id = room.id and sender_id = ${senderId}
        and removed_at is null and created_at >= ${sentSince}
      returning chat_message.*, room.name as room_name
    )
    select ${MESSAGE_COLUMNS}, room_name from message join profile sender on sender.id = message.sender_id`.execute(tx);
  return rows[0];
}

/**
 * Removes the text of a message: of the user's own, of one in a room that the user is an admin of, or of any for a super admin.
 * Returns undefined if there is none to remove.
 */
export async function claimRemoval(
  tx: Tx,
  message: { id: string; roomId: string; userId: string; isSuperAdmin: boolean; now: Date },
): Promise<{ id: string; room_id: string; sender_id: string; is_by_admin: boolean } | undefined> {
  const { id, roomId, userId, isSuperAdmin, now } = message;
  const isAdmin = sql`exists (
    select from (${roomsOf({ userIds: [userId], roomIds: [roomId], now })}) room where is_admin)`;
  const { rows } = await sql<{ id: string; room_id: string; sender_id: string; is_by_admin: boolean }>`
    update chat_message set content = null, mentions = '[]', removed_at = ${now}
    where id = ${id} and room_id = ${roomId} and removed_at is null
      and (sender_id = ${userId} or ${isSuperAdmin} or ${isAdmin})
    returning id, room_id, sender_id, ${isAdmin} as is_by_admin`.execute(tx);
  return rows[0];
}

/** What a member of a room sees of a message in it; undefined if the user is not in the room. */
export async function findMessageFacts(
  db: Db,
  { id, roomId, userId, now }: { id: string; roomId: string; userId: string; now: Date },
): Promise<{ message: MessageFacts | null } | undefined> {
  const { rows } = await sql<{ sender_id: string | null; created_at: Date; is_removed: boolean }>`
    select sender_id, created_at, removed_at is not null as is_removed
    from (${roomsOf({ userIds: [userId], roomIds: [roomId], now })}) room
    left join chat_message message on message.room_id = room.id and message.id = ${id} and ${isVisibleTo(userId)}`.execute(
    db,
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  const { sender_id: senderId, created_at: createdAt, is_removed: isRemoved } = row;
  return { message: senderId === null ? null : { senderId, createdAt, isRemoved } };
}
