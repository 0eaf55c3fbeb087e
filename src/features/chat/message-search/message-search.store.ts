import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import { isSampled } from '#platform/db/invariant.ts';
import { afterCursor, type Position } from '#platform/db/pagination.ts';
import { matchesSearch, type Search, type SearchArm } from '#platform/db/search.ts';
import { isVisibleTo, MESSAGE_COLUMNS, type MessageRow } from '../message/message-columns.store.ts';

export type SearchedRoom = {
  userId: string;
  roomId: string;
  search: Search;
  /** The ways to match that the index lists; null if messages have to be read in order. */
  arms: readonly SearchArm[] | null;
  after: Position | null;
};

/** The number of messages read before the index is used: a frequent word fills the page from these. */
const MAX_NEWEST = 1_000;

/** The first messages of a room that match and that a user may read, without those of users in a block with them, newest first. */
export async function listFoundMessages(db: Db, searched: SearchedRoom, limit: number): Promise<MessageRow[]> {
  const { roomId, search, arms, after } = searched;
  if (search.alternatives.length === 0) return [];
  const cursor = afterCursor(after, 'message.created_at', 'message.id');
  const newest = await listMatching(
    db,
    searched,
    sql`select * from chat_message message where message.room_id = ${roomId} and ${cursor}
      order by message.created_at desc, message.id desc limit ${sql.lit(MAX_NEWEST)}`,
    limit,
  );
  if (newest.length === limit) return newest;
  const ofRoom = (condition: RawBuilder<unknown>) =>
    sql`select * from chat_message message
      where message.room_id = ${roomId} and message.search_text is not null and ${condition}`;
  const listed =
    arms === null
      ? ofRoom(sql`${matchesSearch(sql`message.search_text`, search)} and ${cursor}`)
      : sql`select * from (${sql.join(
          arms.map(({ keys }) => ofRoom(sql`search_keys_1(message.search_text) @> ${[...keys]}::text[]`)),
          sql` union `,
        )}) message where ${cursor}`;
  return listMatching(db, searched, listed, limit);
}

async function listMatching(
  db: Db,
  { userId, roomId, search }: SearchedRoom,
  candidates: RawBuilder<unknown>,
  limit: number,
): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    with candidate as materialized (${candidates})
    select ${MESSAGE_COLUMNS} from candidate message join profile sender on sender.id = message.sender_id
    where message.room_id = ${roomId} and ${matchesSearch(sql`message.search_text`, search)} and ${isVisibleTo(userId)}
    order by message.created_at desc, message.id desc
    limit ${limit}`.execute(db);
  return rows;
}

export type UnfoldedMessage = { id: string; room_id: string; content: string; created_at: Date };

/** Locks up to `limit` messages of all rooms that are not folded, newest first. Skips locked ones. */
export async function lockUnfoldedMessages(
  tx: Tx,
  after: { id: string; created_at: Date } | null,
  limit: number,
): Promise<UnfoldedMessage[]> {
  const isAfter = after === null ? sql`` : sql`and (created_at, id) < (${after.created_at}, ${after.id})`;
  const { rows } = await sql<UnfoldedMessage>`
    select id, room_id, content, created_at from chat_message
    where search_text is null and content is not null ${isAfter}
    order by created_at desc, id desc limit ${limit}
    for no key update skip locked`.execute(tx);
  return rows;
}

/** Stores folded texts of messages that the transaction has locked. */
export async function updateMessageTexts(
  tx: Tx,
  messages: readonly { id: string; roomId: string; searchText: string }[],
): Promise<void> {
  if (messages.length === 0) return;
  await sql`
    update chat_message message set search_text = folded."searchText"
    from jsonb_to_recordset(${JSON.stringify(messages)}::jsonb) as folded (id uuid, "roomId" uuid, "searchText" text)
    where message.id = folded.id and message.room_id = folded."roomId"`.execute(tx);
}

/** A sample of the messages that are folded, with their folded texts. */
export function selectFoldedMessages(): RawBuilder<{ id: string; content: string; search_text: string }> {
  return sql`
    select id, content, search_text from chat_message
    where search_text is not null and content is not null and ${isSampled('chat_message')}`;
}
