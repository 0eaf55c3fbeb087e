import type { Actor } from '../../access/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import { localDateOf } from '../../platform/days/calendar-date.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { listSenderStats } from '../encouragement/index.ts';
import { badgeLevelOf, levelReached, levelsGained, progressFrom, streakOn, successRateOf } from './badge.rules.ts';
import {
  type Badge,
  type BadgeDefinition,
  type BadgeStats,
  type BadgesAsked,
  type BadgesById,
  badgeErrors,
} from './badge.schema.ts';
import { type BadgeRow, listBadgesOfPeople, listDefinitions, listLevels, upsertBadges } from './badge.store.ts';
import { insertMilestones } from './milestone.store.ts';

export type BadgeDeps = { db: Db; clock: Clock };

/** The badge of somebody who is there. Throws `badge.person-not-found`. */
export async function readBadge(deps: BadgeDeps, userId: string): Promise<Badge> {
  const [badge] = await badgesOf(deps, [userId]);
  if (badge === undefined) throw badgeErrors.personNotFound();
  return badge;
}

/** The badges of those of these people who are there, by their ids. */
export async function readBadges(deps: BadgeDeps, { user_ids }: BadgesAsked): Promise<BadgesById> {
  const badges = await badgesOf(deps, user_ids);
  return { badges: Object.fromEntries(badges.map((badge) => [badge.user_id, badge])) };
}

/** Every level that there is, from the first one up. */
export async function readDefinitions(deps: BadgeDeps): Promise<{ definitions: BadgeDefinition[]; next_cursor: null }> {
  return { definitions: await listDefinitions(deps.db), next_cursor: null };
}

/** Recalculates the actor's badge, and returns it. It is up to date anyway; asking for it again changes nothing. */
export async function updateBadge(deps: BadgeDeps, actor: Actor): Promise<Badge> {
  await deps.db.transaction().execute((tx) => recalculateBadges(deps, tx, [actor.userId]));
  return readBadge(deps, actor.userId);
}

/**
 * Brings the badges of these senders to where their tallies are, which it holds until the transaction ends, and writes down
 * each level that they reach. A level that was reached once stays. Whoever has sent nothing gets nothing.
 */
export async function recalculateBadges(
  deps: Pick<BadgeDeps, 'clock'>,
  tx: Tx,
  userIds: readonly string[],
): Promise<void> {
  const senders = (await listSenderStats(tx, userIds)).filter(({ totalSent }) => totalSent > 0);
  if (senders.length === 0) return;
  const now = deps.clock.now();
  const today = localDateOf(now, 'UTC');
  const definitions = await listDefinitions(tx);
  const levels = await listLevels(tx, userIds);
  const recalculated = senders.map((tallies) => {
    const before = levels.get(tallies.userId) ?? null;
    const row = {
      userId: tallies.userId,
      totalDropsSent: tallies.totalSent,
      engagementIncreases: tallies.engagementIncreases,
      successRate: successRateOf(tallies.endedIncreases, tallies.windowsEnded),
      bonusDropsEarned: tallies.bonusEarned,
      lastSentDay: tallies.lastSentDay,
      consecutiveDays: tallies.consecutiveDays,
    };
    const stats = statsOf(row, today);
    const level = Math.max(before ?? 0, levelReached(definitions, stats));
    const milestones = levelsGained(definitions, before, level).map((gained) => ({
      userId: tallies.userId,
      level: gained,
      stats,
    }));
    return { badge: { ...row, level }, milestones };
  });
  await upsertBadges(
    tx,
    recalculated.map(({ badge }) => badge),
  );
  const milestones = recalculated.flatMap((one) => one.milestones);
  if (milestones.length > 0) await insertMilestones(tx, milestones, now);
}

/** What is shown of a badge that is stored. */
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
  const people = await listBadgesOfPeople(deps.db, userIds);
  const definitions = await listDefinitions(deps.db);
  const today = localDateOf(deps.clock.now(), 'UTC');
  return people.map(({ userId, badge }) => viewOf(badge ?? firstBadgeOf(userId), definitions, today));
}

/** The badge of whoever has sent nothing. */
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
