import { type Selectable, sql } from 'kysely';
import type { Db, ReadDb } from '#platform/db/database.ts';
import { afterCursor, type Position } from '#platform/db/pagination.ts';
import { executeRead, mapRead, type Read, toRead } from '#platform/db/read.ts';
import type { Profile, UserBlock } from '#platform/db/tables.generated.ts';

/** Inserts a block unless it exists. Returns undefined if the blocked user does not exist. */
export async function insertBlock(
  db: Db,
  { blockerId, blockedId, now }: { blockerId: string; blockedId: string; now: Date },
): Promise<{ is_new: boolean } | undefined> {
  const { rows } = await sql<{ is_new: boolean }>`
    insert into user_block (blocker_id, blocked_id, created_at)
    select ${blockerId}, id, ${now} from profile where id = ${blockedId} for key share
    on conflict (blocker_id, blocked_id) do update set created_at = user_block.created_at
    -- PostgreSQL leaves xmax at 0 on a row that was inserted.
    returning xmax = 0 as is_new`.execute(db);
  return rows[0];
}

/** Returns false if there was no block. */
export async function deleteBlock(db: Db, blockerId: string, blockedId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('user_block')
    .where('blocker_id', '=', blockerId)
    .where('blocked_id', '=', blockedId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export type BlockedUserRow = Pick<Selectable<Profile>, 'id' | 'full_name' | 'avatar_url' | 'is_ai'> &
  Pick<Selectable<UserBlock>, 'created_at'>;

/** The active users that a user has blocked, newest block first. */
export async function listBlockedUsers(
  db: Db,
  blockerId: string,
  after: Position | null,
  limit: number,
): Promise<BlockedUserRow[]> {
  const query = db
    .selectFrom('user_block')
    .innerJoin('profile', 'profile.id', 'user_block.blocked_id')
    .select(['profile.id', 'full_name', 'avatar_url', 'is_ai', 'user_block.created_at'])
    .where('blocker_id', '=', blockerId)
    .where('is_active', '=', true);
  return query
    .where(afterCursor(after, 'user_block.created_at', 'blocked_id'))
    .orderBy('user_block.created_at', 'desc')
    .orderBy('blocked_id', 'desc')
    .limit(limit)
    .execute();
}

/** Whether one of two users has blocked the other. */
export async function existsBlockBetween(db: Db, one: string, other: string): Promise<boolean> {
  const { rows } = await sql`
    select from user_block
    where (blocker_id = ${one} and blocked_id = ${other}) or (blocker_id = ${other} and blocked_id = ${one})
    limit 1`.execute(db);
  return rows.length > 0;
}

/** The ids of the users who have blocked a user or are blocked by them. */
export function selectBlockedWith(userId: string): Read<string[]> {
  return mapRead(selectBlockedPairs([userId]), (pairs) => pairs.map(({ other_id }) => other_id));
}

export async function listBlockedWith(db: ReadDb, userId: string): Promise<string[]> {
  return executeRead(db, selectBlockedWith(userId));
}

/** The same for several users. Users without blocks are not in the map. */
export async function listBlockedWithEach(
  db: Db,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const others = new Map<string, Set<string>>();
  for (const { user_id, other_id } of await executeRead(db, selectBlockedPairs(userIds))) {
    const known = others.get(user_id) ?? new Set();
    others.set(user_id, known.add(other_id));
  }
  return others;
}

/** The blocked pairs of these users: each user as `user_id`, the other one as `other_id`. */
function selectBlockedPairs(userIds: readonly string[]): Read<{ user_id: string; other_id: string }[]> {
  const ids = sql`${[...userIds]}::uuid[]`;
  const query = sql<{ user_id: string; other_id: string }>`
    select blocker_id as user_id, blocked_id as other_id from user_block where blocker_id = any (${ids})
    union
    select blocked_id, blocker_id from user_block where blocked_id = any (${ids})`;
  return toRead(query, {});
}
