import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import type { OpenDrop } from './engagement.rules.ts';

/** The drop after which the next batch of open drops starts. */
export type DropPosition = { endsAt: Date; id: string };

/** A drop with an open window, as read without locks. */
export type FoundDrop = {
  id: string;
  senderId: string;
  recipientId: string;
  sentAt: Date;
  endsAt: Date;
  isEngaged: boolean;
};

/**
 * The next drops with an open window that are not engaged, or whose window ended at or before `latestEnd`. Ordered by the end of
 * the window.
 */
export async function listOpenDrops(
  db: Db,
  latestEnd: Date,
  after: DropPosition | null,
  limit: number,
): Promise<FoundDrop[]> {
  const isAfter = after === null ? sql`true` : sql`(engagement_ends_at, id) > (${after.endsAt}, ${after.id})`;
  const { rows } = await sql<FoundDrop>`
    select id, sender_id as "senderId", recipient_id as "recipientId", date_sent as "sentAt",
      engagement_ends_at as "endsAt", engaged_at is not null as "isEngaged"
    from drop_sent
    where closed_at is null and engagement_ends_at is not null and ${isAfter}
      and (engaged_at is null or engagement_ends_at <= ${latestEnd})
    order by engagement_ends_at, id limit ${limit}`.execute(db);
  return rows;
}

/** Locks profiles against deletion. Lock them before their other rows: a deletion locks in the same order. */
export async function lockProfiles(tx: Tx, userIds: readonly string[]): Promise<void> {
  await sql`select from profile where id = any (${[...userIds]}::uuid[]) order by id for key share`.execute(tx);
}

/** A drop as read under the lock of its sender's stats. */
export type LockedDrop = Omit<OpenDrop, 'hasActivity' | 'isOver' | 'isBlocked'> & {
  endsAt: Date;
  hasInactiveUser: boolean;
};

/** Locks the drops whose windows are still open. Skips locked ones, so that the order of locks elsewhere does not matter. */
export async function lockOpenDrops(tx: Tx, ids: readonly string[]): Promise<LockedDrop[]> {
  const { rows } = await sql<LockedDrop>`
    select drop_sent.id, sender_id as "senderId", recipient_id as "recipientId", day, engagement_ends_at as "endsAt",
      engaged_at is not null as "isEngaged",
      sender.is_ai or recipient.is_ai as "isSynthetic",
      not (sender.is_active and recipient.is_active) as "hasInactiveUser",
      (select count(*)::integer from drop_sent other
        where other.sender_id = drop_sent.sender_id and other.recipient_id = drop_sent.recipient_id
          and other.day = drop_sent.day and other.bonus_drops_awarded > 0) as rewarded
    from drop_sent
    join profile sender on sender.id = sender_id
    join profile recipient on recipient.id = recipient_id
    where drop_sent.id = any (${[...ids]}::uuid[]) and closed_at is null
    order by engagement_ends_at, drop_sent.id for no key update of drop_sent skip locked`.execute(tx);
  return rows;
}

/** Marks open drops as engaged and returns those that were not engaged before. */
export async function claimEngagements(
  tx: Tx,
  engagements: readonly { id: string; bonus: number }[],
  now: Date,
): Promise<{ id: string; senderId: string; bonus: number }[]> {
  const { rows } = await sql<{ id: string; senderId: string; bonus: number }>`
    update drop_sent set engaged_at = ${now}, bonus_drops_awarded = given.bonus
    from unnest(${engagements.map(({ id }) => id)}::uuid[], ${engagements.map(({ bonus }) => bonus)}::integer[])
      as given (id, bonus)
    where drop_sent.id = given.id and engaged_at is null and closed_at is null
    returning drop_sent.id, sender_id as "senderId", bonus_drops_awarded as bonus`.execute(tx);
  return rows;
}

/** Closes windows and returns those that were open before. */
export async function claimClosings(
  tx: Tx,
  ids: readonly string[],
  now: Date,
): Promise<{ id: string; senderId: string; isEngaged: boolean }[]> {
  const { rows } = await sql<{ id: string; senderId: string; isEngaged: boolean }>`
    update drop_sent set closed_at = ${now}
    where id = any (${[...ids]}::uuid[]) and closed_at is null
    returning id, sender_id as "senderId", engaged_at is not null as "isEngaged"`.execute(tx);
  return rows;
}
