import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { BadgeMilestone } from '../../platform/db/tables.generated.ts';
import type { BadgeStats } from './badge.schema.ts';

declare module '../../platform/db/json-columns.ts' {
  interface JsonTypes {
    'badge_milestone.stats': BadgeStats;
  }
}

export type MilestoneRow = Selectable<BadgeMilestone>;

/** Somebody's milestones, the highest level, which is the newest, first. */
export async function listMilestonesOf(db: Db, userId: string): Promise<MilestoneRow[]> {
  return db.selectFrom('badge_milestone').selectAll().where('user_id', '=', userId).orderBy('level', 'desc').execute();
}

export type NewMilestone = { userId: string; level: number; stats: BadgeStats };

/** Writes milestones down; one that was reached before stays as it is. */
export async function insertMilestones(tx: Tx, milestones: readonly NewMilestone[], now: Date): Promise<void> {
  await sql`
    insert into badge_milestone (user_id, level, stats, achieved_at)
    select given.*, ${now}::timestamptz
    from unnest(${milestones.map(({ userId }) => userId)}::uuid[], ${milestones.map(({ level }) => level)}::integer[],
      ${milestones.map(({ stats }) => JSON.stringify(stats))}::jsonb[]) as given
    on conflict (user_id, level) do nothing`.execute(tx);
}
