import { type Selectable, sql } from 'kysely';
import type { Db, ReadDb, Tx } from '#platform/db/database.ts';
import { executeRead, mapRead, type Read, toRead } from '#platform/db/read.ts';
import type { BadgeMilestone } from '#platform/db/tables.generated.ts';
import type { BadgeDefinition, BadgeStats } from './badge.schema.ts';

declare module '../../platform/db/json-columns.ts' {
  interface JsonTypes {
    'badge_milestone.stats': BadgeStats;
  }
}

/** All definitions, lowest level first. */
export function selectDefinitions(db: ReadDb): Read<BadgeDefinition[]> {
  const query = db.selectFrom('badge_definition').selectAll().orderBy('level');
  return mapRead(toRead(query, {}), (rows) =>
    rows.map((row) => ({
      ...row,
      min_success_rate: row.min_success_rate === null ? null : Number(row.min_success_rate),
    })),
  );
}

export async function listDefinitions(db: Db): Promise<BadgeDefinition[]> {
  return executeRead(db, selectDefinitions(db));
}

/** `successRate` is in percent with one decimal; `consecutiveDays` counts up to `lastSentDay`. */
export type BadgeRow = {
  userId: string;
  level: number;
  totalDropsSent: number;
  engagementIncreases: number;
  successRate: number;
  bonusDropsEarned: number;
  lastSentDay: string | null;
  consecutiveDays: number;
};

/** The active users among these with their badges; null for a user without one. */
export function selectBadgesOfUsers(userIds: readonly string[]): Read<{ userId: string; badge: BadgeRow | null }[]> {
  const query = sql<{ userId: string } & { [Key in keyof Omit<BadgeRow, 'userId'>]: BadgeRow[Key] | null }>`
    select profile.id as "userId", level, total_drops_sent as "totalDropsSent",
      engagement_increases as "engagementIncreases", success_rate::float8 as "successRate",
      bonus_drops_earned as "bonusDropsEarned", last_sent_day as "lastSentDay", consecutive_days as "consecutiveDays"
    from profile left join badge on user_id = profile.id
    where profile.id = any (${[...userIds]}::uuid[]) and is_active`;
  return mapRead(toRead(query, {}), (rows) =>
    rows.map((row) => ({ userId: row.userId, badge: row.level === null ? null : (row as BadgeRow) })),
  );
}

/** The levels of the users among these that have a badge, by user id. */
export function selectLevels(userIds: readonly string[]): Read<ReadonlyMap<string, number>> {
  const query = sql<{ user_id: string; level: number }>`
    select user_id, level from badge where user_id = any (${[...userIds]}::uuid[])`;
  return mapRead(toRead(query, {}), (rows) => new Map(rows.map(({ user_id, level }) => [user_id, level])));
}

export type NewMilestone = { userId: string; level: number; stats: BadgeStats };

/**
 * Stores badges, and the milestones that they bring. An existing milestone keeps its time and stats. The caller holds the lock of the
 * sender stats that the badges were computed from.
 */
export async function storeBadges(
  tx: Tx,
  badges: readonly BadgeRow[],
  milestones: readonly NewMilestone[],
  now: Date,
): Promise<void> {
  const of = <Key extends keyof BadgeRow>(key: Key) => badges.map((badge) => badge[key]);
  await sql`
    with stored as (
      insert into badge (user_id, level, total_drops_sent, engagement_increases, success_rate, bonus_drops_earned,
        last_sent_day, consecutive_days)
      select * from unnest(${of('userId')}::uuid[], ${of('level')}::integer[], ${of('totalDropsSent')}::integer[],
        ${of('engagementIncreases')}::integer[], ${of('successRate')}::numeric[], ${of('bonusDropsEarned')}::integer[],
        ${of('lastSentDay')}::date[], ${of('consecutiveDays')}::integer[])
      on conflict (user_id) do update set level = excluded.level, total_drops_sent = excluded.total_drops_sent,
        engagement_increases = excluded.engagement_increases, success_rate = excluded.success_rate,
        bonus_drops_earned = excluded.bonus_drops_earned, last_sent_day = excluded.last_sent_day,
        consecutive_days = excluded.consecutive_days
    )
    insert into badge_milestone (user_id, level, stats, achieved_at)
    select given.*, ${now}::timestamptz
    from unnest(${milestones.map(({ userId }) => userId)}::uuid[], ${milestones.map(({ level }) => level)}::integer[],
      ${milestones.map(({ stats }) => JSON.stringify(stats))}::jsonb[]) as given
    on conflict (user_id, level) do nothing`.execute(tx);
}

export type MilestoneRow = Selectable<BadgeMilestone>;

/** The milestones of a user, highest level (the newest) first. */
export async function listMilestonesOf(db: Db, userId: string): Promise<MilestoneRow[]> {
  return db.selectFrom('badge_milestone').selectAll().where('user_id', '=', userId).orderBy('level', 'desc').execute();
}
