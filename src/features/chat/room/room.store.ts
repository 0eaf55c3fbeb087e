import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import { localTimeAt } from '#platform/db/local-time.ts';
import { onlyRow } from '#platform/db/only-row.ts';
import { mapRead, type Read, toRead } from '#platform/db/read.ts';
import { isVisibleTo, MESSAGE_COLUMNS, MESSAGE_INSTANTS, type MessageRow } from '../message/message-columns.store.ts';
import { MAX_UNREAD_COUNT, type RoomKind } from './room.schema.ts';

/** A room that a user may read. */
export type RoomOfUser = {
  id: string;
  kind: RoomKind;
  name: string | null;
  date: string | null;
  user_id: string;
  is_admin: boolean;
  can_write: boolean;
  member_since: Date;
};

/** All rooms of users, or those of them with these ids. */
type RoomFilter = { userIds: readonly string[]; roomIds?: readonly string[]; now: Date };

/**
 * The rooms that users may read at an instant, a row for each user: of the groups whose membership they have accepted, and of their
 * squads from the start of its date until the end of the next one, in the time zone of their window. Windows last two hours, so the
 * last one of a date has closed by two in the morning.
 */
export function roomsOf({ userIds, roomIds, now }: RoomFilter): RawBuilder<RoomOfUser> {
  const isUser = (column: string) => sql`${sql.ref(column)} = any (${[...userIds]}::uuid[])`;
  const isRoom = (column: string) =>
    roomIds === undefined ? sql`true` : sql`${sql.ref(column)} = any (${[...roomIds]}::uuid[])`;
  return sql`
    select squad.id, 'squad' as kind, null as name, squad.date, own.user_id, false as is_admin,
      squad.date >= (here.time - interval '2 hours')::date as can_write, squad.created_at as member_since
    from workout_window own
    cross join lateral (select ${localTimeAt(now, sql`own.timezone`)} as time) here
    join chain on chain.user_id = own.user_id and chain.date between here.time::date - 1 and here.time::date
    join squad on squad.id = chain.squad_id and own.user_id in (user_1_id, user_2_id, user_3_id)
    where ${isUser('own.user_id')} and ${isRoom('squad.id')}
    union all
    select team.id, 'team', team.name, null, member.user_id,
      member.role = 'admin' or team.admin_id = member.user_id, true, accepted_at
    from team_member member join team on team.id = member.team_id
    where ${isUser('member.user_id')} and ${isRoom('member.team_id')} and accepted_at is not null
    union all
    select organization.id, 'organization', organization.name, null, member.user_id,
      member.role in ('owner', 'admin'), true, accepted_at
    from organization_member member join organization on organization.id = member.org_id
    where ${isUser('member.user_id')} and ${isRoom('member.org_id')} and accepted_at is not null`;
}

/** A user's room if they may read it now. */
export function selectRoom(userId: string, roomId: string, now: Date): Read<RoomOfUser[]> {
  return toRead(roomsOf({ userIds: [userId], roomIds: [roomId], now }), { member_since: true });
}

/** The users of these who may read these rooms now. */
export async function listReaders(
  db: Db,
  filter: Required<RoomFilter>,
): Promise<{ room_id: string; user_id: string }[]> {
  const { rows } = await sql<{ room_id: string; user_id: string }>`
    select id as room_id, user_id from (${roomsOf(filter)}) room`.execute(db);
  return rows;
}

/**
 * Keeps a user's membership in the group of a room, if there is one, until the transaction ends. Check the membership afterwards: a
 * removal is either committed by then, or waits. The group is locked first, as in a deletion of it.
 */
export async function lockMembership(tx: Tx, userId: string, roomId: string): Promise<void> {
  await sql`
    with in_organization as materialized (
      select organization.id from organization join organization_member member on member.org_id = organization.id
      where organization.id = ${roomId} and user_id = ${userId} for key share
    ), in_team as materialized (
      select team.id from organization join team on team.org_id = organization.id
        join team_member member on member.team_id = team.id
      where team.id = ${roomId} and user_id = ${userId} for key share
    ), in_squad as materialized (
      -- Its members are no key.
      select id from squad where id = ${roomId} and ${userId} in (user_1_id, user_2_id, user_3_id) for share
    )
    select id from in_organization union all select id from in_team union all select id from in_squad`.execute(tx);
}

export type RoomRow = RoomOfUser & {
  read_until: Date | null;
  unread_count: number;
  last_message: MessageRow | null;
};

/** The last message as PostgreSQL writes it as JSON. */
type StoredRoomRow = Omit<RoomRow, 'last_message'> & { last_message: unknown };

/** Selects the number of messages of others in a `room` after the user's `mark`, or since they joined; at most `MAX_UNREAD_COUNT`. */
const countUnread = (userId: string) => sql<number>`(
  select count(*)::integer from (
    select from chat_message message
    where room_id = room.id and created_at >= member_since and created_at > coalesce(read_until, '-infinity')
      and sender_id <> ${userId} and removed_at is null and ${isVisibleTo(userId)}
    limit ${MAX_UNREAD_COUNT}
  ) unread)`;

/** The unread messages of all rooms of a user, each room counted as in `selectRooms`. */
export function selectUnreadMessageCount(userId: string, now: Date): Read<number> {
  const query = sql<{ unread: number }>`
    select coalesce(sum(${countUnread(userId)}), 0)::integer as unread
    from (${roomsOf({ userIds: [userId], now })}) room
    left join chat_read_mark mark on mark.user_id = ${userId} and mark.room_id = room.id`;
  return mapRead(toRead(query, {}), (rows) => onlyRow(rows).unread);
}

/** A user's rooms, the latest activity first, at most `limit`. */
export function selectRooms(userId: string, now: Date, limit: number): Read<RoomRow[]> {
  const lastMessage = toRead<MessageRow>(
    sql`
      select ${MESSAGE_COLUMNS} from chat_message message join profile sender on sender.id = message.sender_id
      where message.room_id = room.id and ${isVisibleTo(userId)}
      order by message.created_at desc, message.id desc limit 1`,
    MESSAGE_INSTANTS,
  );
  const query = sql<StoredRoomRow>`
    select room.*, read_until, to_jsonb(last_message.*) as last_message,
      ${countUnread(userId)} as unread_count
    from (${roomsOf({ userIds: [userId], now })}) room
    left join chat_read_mark mark on mark.user_id = ${userId} and mark.room_id = room.id
    left join lateral (${lastMessage.query}) last_message on true
    order by coalesce(last_message.created_at, member_since) desc, room.id
    limit ${limit}`;
  return mapRead(toRead(query, { member_since: true, read_until: true }), (rows) =>
    rows.map((row) => ({
      ...row,
      last_message: lastMessage.parse(row.last_message ? [row.last_message] : [])[0] ?? null,
    })),
  );
}
