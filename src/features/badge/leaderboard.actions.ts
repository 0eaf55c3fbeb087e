import { localDateOf } from '#platform/days/calendar-date.ts';
import { executeRead, joinReads } from '#platform/db/read.ts';
import { statsOf } from './badge.actions.ts';
import { badgeLevelOf } from './badge.rules.ts';
import { selectDefinitions } from './badge.store.ts';
import type { BadgeDeps } from './deps.ts';
import type { LeaderboardQuery, LeaderboardRow } from './leaderboard.schema.ts';
import { selectRanked } from './leaderboard.store.ts';

const DEFAULT_LIMIT = 50;

/** The senders with the most engaged drops, highest rank first. */
export async function readLeaderboard(
  deps: BadgeDeps,
  { limit = DEFAULT_LIMIT }: LeaderboardQuery,
): Promise<{ leaderboard: LeaderboardRow[]; next_cursor: null }> {
  const today = localDateOf(deps.clock.now(), 'UTC');
  const { rows, definitions } = await deps.read(function listRanked(db) {
    return executeRead(db, joinReads({ rows: selectRanked(limit), definitions: selectDefinitions(db) }));
  });
  return {
    leaderboard: rows.map((row, index) => ({
      rank: index + 1,
      user: { id: row.userId, full_name: row.fullName, avatar_url: row.avatarUrl, is_ai: row.isAi },
      badge: badgeLevelOf(definitions, row.level),
      ...statsOf(row, today),
    })),
    next_cursor: null,
  };
}
