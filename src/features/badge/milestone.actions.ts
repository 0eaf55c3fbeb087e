import type { Actor } from '../../access/actor.ts';
import { type BadgeDeps, readBadge } from './badge.actions.ts';
import { badgeLevelOf } from './badge.rules.ts';
import type { BadgeDefinition } from './badge.schema.ts';
import { listDefinitions } from './badge.store.ts';
import type { BadgeMilestone, MilestoneQuery } from './milestone.schema.ts';
import { listMilestonesOf, type MilestoneRow } from './milestone.store.ts';

/** The levels that somebody has reached, the newest first: anybody's, or the actor's. Throws `badge.person-not-found`. */
export async function readMilestones(
  deps: BadgeDeps,
  actor: Actor,
  query: MilestoneQuery,
): Promise<{ milestones: BadgeMilestone[]; next_cursor: null }> {
  const { user_id: userId } = await readBadge(deps, query.user_id ?? actor.userId);
  const definitions = await listDefinitions(deps.db);
  const rows = await listMilestonesOf(deps.db, userId);
  return { milestones: rows.map((row) => viewOf(row, definitions)), next_cursor: null };
}

function viewOf(row: MilestoneRow, definitions: readonly BadgeDefinition[]): BadgeMilestone {
  return {
    user_id: row.user_id,
    badge: badgeLevelOf(definitions, row.level),
    achieved_at: row.achieved_at.toISOString(),
    stats: row.stats,
  };
}
