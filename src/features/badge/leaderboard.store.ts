import { sql } from 'kysely';
import { type Read, toRead } from '#platform/db/read.ts';
import type { BadgeRow } from './badge.store.ts';

export type RankedRow = BadgeRow & { fullName: string; avatarUrl: string | null; isAi: boolean };

/**
 * The first `limit` senders by engaged drops, success rate and id. Excludes synthetic and inactive users and those with the
 * preference `leaderboard: false`.
 */
export function selectRanked(limit: number): Read<RankedRow[]> {
  // Walks the index of the leaderboard and looks up each profile by key until `limit` is reached. `offset 0` keeps that plan.
  const query = sql<RankedRow>`
    select user_id as "userId", full_name as "fullName", avatar_url as "avatarUrl", is_ai as "isAi", level,
      total_drops_sent as "totalDropsSent", engagement_increases as "engagementIncreases",
      success_rate::float8 as "successRate", bonus_drops_earned as "bonusDropsEarned",
      last_sent_day as "lastSentDay", consecutive_days as "consecutiveDays"
    from badge cross join lateral (
      select full_name, avatar_url, is_ai from profile
      where id = badge.user_id and is_active and not is_ai and preferences -> 'leaderboard' is distinct from 'false'
      offset 0
    ) as sender
    order by engagement_increases desc, success_rate desc, user_id limit ${limit}`;
  return toRead(query, {});
}
