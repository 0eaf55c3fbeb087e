import type { Actor } from '#access/actor.ts';
import { lockSenderStats, selectSenderStats } from '#features/encouragement';
import { notify } from '#features/notification';
import { localDateOf } from '#platform/days/calendar-date.ts';
import type { Tx } from '#platform/db/database.ts';
import { executeRead, joinReads } from '#platform/db/read.ts';
import { badgeLevelOf, levelReached, levelsGained, progressFrom, streakOn, successRateOf } from './badge.rules.ts';
import {
  type Badge,
  type BadgeDefinition,
  type BadgeLookup,
  type BadgeMilestone,
  type BadgeStats,
  type BadgesById,
  badgeErrors,
  type MilestoneQuery,
} from './badge.schema.ts';
import {
  type BadgeRow,
  listDefinitions,
  listMilestonesOf,
  type MilestoneRow,
  selectBadgesOfUsers,
  selectDefinitions,
  selectLevels,
  storeBadges,
} from './badge.store.ts';
import { badgeReached } from './badge.template.ts';
import type { BadgeDeps } from './deps.ts';

/** The badge of an active user. */
export async function readBadge(deps: BadgeDeps, userId: string): Promise<Badge> {
  const [badge] = await badgesOf(deps, [userId]);
  if (badge === undefined) throw badgeErrors.userNotFound();
  return badge;
}

/** The badges of the active users among these, by user id. */
export async function readBadges(deps: BadgeDeps, { user_ids }: BadgeLookup): Promise<BadgesById> {
  const badges = await badgesOf(deps, user_ids);
  return { badges: Object.fromEntries(badges.map((badge) => [badge.user_id, badge])) };
}

/** All levels, lowest first. */
export async function readDefinitions(deps: BadgeDeps): Promise<{ definitions: BadgeDefinition[]; next_cursor: null }> {
  return { definitions: await listDefinitions(deps.db), next_cursor: null };
}

/** The milestones of a user, newest first. */
export async function readMilestones(
  deps: BadgeDeps,
  actor: Actor,
  query: MilestoneQuery,
): Promise<{ milestones: BadgeMilestone[]; next_cursor: null }> {
  const { user_id: userId } = await readBadge(deps, query.user_id ?? actor.userId);
  const definitions = await listDefinitions(deps.db);
  const rows = await listMilestonesOf(deps.db, userId);
  return { milestones: rows.map((row) => viewOfMilestone(row, definitions)), next_cursor: null };
}

/**
 * Recalculates the actor's badge and returns it. Badges are up to date without it: every change of sender stats does the same.
 */
export async function updateBadge(deps: BadgeDeps, actor: Actor): Promise<Badge> {
  const userIds = [actor.userId];
  await deps.db.transaction().execute(async (tx) => {
    await lockSenderStats(tx, userIds);
    await recalculateBadges(deps, tx, userIds);
  });
  return readBadge(deps, actor.userId);
}

/**
 * Updates the badges of these senders from their stats, which the caller has changed or locked in the transaction, and stores a milestone for each new level. Notifies
 * users of a level above the first. Levels never decrease. Users who never sent a drop get no row.
 */
export async function recalculateBadges(deps: BadgeDeps, tx: Tx, userIds: readonly string[]): Promise<void> {
  const parts = {
    stats: selectSenderStats(userIds),
    definitions: selectDefinitions(tx),
    levels: selectLevels(userIds),
  };
  const { stats, definitions, levels } = await executeRead(tx, joinReads(parts));
  const senders = stats.filter(({ totalSent }) => totalSent > 0);
  if (senders.length === 0) return;
  const now = deps.clock.now();
  const today = localDateOf(now, 'UTC');
  const recalculated = senders.map((sender) => {
    const before = levels.get(sender.userId) ?? null;
    const row = {
      userId: sender.userId,
      totalDropsSent: sender.totalSent,
      engagementIncreases: sender.engagementIncreases,
      successRate: successRateOf(sender.endedIncreases, sender.windowsEnded),
      bonusDropsEarned: sender.bonusEarned,
      lastSentDay: sender.lastSentDay,
      consecutiveDays: sender.consecutiveDays,
    };
    const stats = statsOf(row, today);
    const level = Math.max(before ?? 0, levelReached(definitions, stats));
    const milestones = levelsGained(definitions, before, level).map((gained) => ({
      userId: sender.userId,
      level: gained,
      stats,
    }));
    return { badge: { ...row, level }, milestones };
  });
  const badges = recalculated.map(({ badge }) => badge);
  const milestones = recalculated.flatMap(({ milestones }) => milestones);
  await storeBadges(tx, badges, milestones, now);
  const reached = recalculated.filter(({ badge, milestones }) => milestones.length > 0 && badge.level > 1);
  await notify(
    deps,
    tx,
    reached.map(({ badge }) => badgeReached(badge.userId, badgeLevelOf(definitions, badge.level))),
  );
}

/** The statistics of a stored badge as of today (UTC). */
export function statsOf(row: Omit<BadgeRow, 'level'>, today: string): BadgeStats {
  return {
    total_drops_sent: row.totalDropsSent,
    engagement_increases: row.engagementIncreases,
    success_rate: row.successRate,
    bonus_drops_earned: row.bonusDropsEarned,
    consecutive_days: streakOn(today, row.lastSentDay, row.consecutiveDays),
  };
}

async function badgesOf(deps: BadgeDeps, userIds: readonly string[]): Promise<Badge[]> {
  const parts = { users: selectBadgesOfUsers(userIds), definitions: selectDefinitions(deps.db) };
  const { users, definitions } = await executeRead(deps.db, joinReads(parts));
  const today = localDateOf(deps.clock.now(), 'UTC');
  return users.map(({ userId, badge }) => viewOf(badge ?? firstBadgeOf(userId), definitions, today));
}

/** The badge of a user who never sent a drop. */
function firstBadgeOf(userId: string): BadgeRow {
  return {
    userId,
    level: 1,
    totalDropsSent: 0,
    engagementIncreases: 0,
    successRate: 0,
    bonusDropsEarned: 0,
    lastSentDay: null,
    consecutiveDays: 0,
  };
}

function viewOf(row: BadgeRow, definitions: readonly BadgeDefinition[], today: string): Badge {
  return {
    user_id: row.userId,
    current_badge: badgeLevelOf(definitions, row.level),
    level: row.level,
    ...statsOf(row, today),
    ...progressFrom(definitions, row.level, row.engagementIncreases),
  };
}

function viewOfMilestone(row: MilestoneRow, definitions: readonly BadgeDefinition[]): BadgeMilestone {
  return {
    user_id: row.user_id,
    badge: badgeLevelOf(definitions, row.level),
    achieved_at: row.achieved_at.toISOString(),
    stats: row.stats,
  };
}
