import Type, { type Static } from 'typebox';
import { declareErrors } from '#platform/errors.ts';
import { listSchema } from '#platform/http/pagination.ts';
import { Nullable, Timestamp, Uuid } from '#platform/http/shapes.ts';

const Count = (description: string) => Type.Integer({ minimum: 0, description });
const Percent = (description: string) => Type.Number({ minimum: 0, maximum: 100, description });

export const BadgeLevel = Type.Object(
  { level: Type.Integer({ minimum: 1 }), name: Type.String(), color: Type.String() },
  { title: 'BadgeLevel' },
);
export type BadgeLevel = Static<typeof BadgeLevel>;

export const BadgeDefinition = Type.Object(
  {
    ...BadgeLevel.properties,
    min_successful_drops: Count('Required number of engaged drops.'),
    min_success_rate: Nullable(Percent('Required success rate in percent; null for no requirement.')),
    min_consecutive_days: Nullable(Count('Required days in a row with a drop; null for no requirement.')),
  },
  { title: 'BadgeDefinition' },
);
export type BadgeDefinition = Static<typeof BadgeDefinition>;

export const BadgeStats = Type.Object(
  {
    total_drops_sent: Count('All sent drops.'),
    engagement_increases: Count('Drops whose recipient wrote within the engagement window.'),
    success_rate: Percent(
      'Share of engaged drops among those whose window has ended, in percent with one decimal; 0 if there are none.',
    ),
    bonus_drops_earned: Count('Bonus drops earned by engaged drops.'),
    consecutive_days: Count('Days in a row (UTC) with a sent drop, up to today or yesterday.'),
  },
  { title: 'BadgeStats' },
);
export type BadgeStats = Static<typeof BadgeStats>;

export const Badge = Type.Object(
  {
    user_id: Uuid,
    current_badge: BadgeLevel,
    level: BadgeLevel.properties.level,
    ...BadgeStats.properties,
    next_level: Nullable(
      Type.Object({
        ...BadgeDefinition.properties,
        drops_to_go: Count('Engaged drops still needed.'),
      }),
    ),
    progress: Percent(
      'Progress in engaged drops from this level to the next, in percent with one decimal; 100 at the last level.',
    ),
  },
  { title: 'Badge' },
);
export type Badge = Static<typeof Badge>;

export const BadgeBody = Type.Object({ badge: Badge }, { title: 'BadgeBody' });
export const BadgeDefinitionList = listSchema('definitions', BadgeDefinition);

export const UserInPath = Type.Object({ userId: Uuid });

export const BadgeLookup = Type.Object({ user_ids: Type.Array(Uuid, { maxItems: 100 }) }, { title: 'BadgeLookup' });
export type BadgeLookup = Static<typeof BadgeLookup>;

export const BadgesById = Type.Object(
  {
    badges: Type.Record(Type.String(), Badge, { description: 'By user id, without unknown and inactive users.' }),
  },
  { title: 'BadgesByUser' },
);
export type BadgesById = Static<typeof BadgesById>;

export const BadgeMilestone = Type.Object(
  {
    user_id: Uuid,
    badge: BadgeLevel,
    achieved_at: Timestamp,
    stats: BadgeStats,
  },
  { title: 'BadgeMilestone' },
);
export type BadgeMilestone = Static<typeof BadgeMilestone>;

export const BadgeMilestoneList = listSchema('milestones', BadgeMilestone);

export const MilestoneQuery = Type.Object({
  user_id: Type.Optional(Type.String({ format: 'uuid', description: 'The user; you if omitted.' })),
});
export type MilestoneQuery = Static<typeof MilestoneQuery>;

export const badgeErrors = declareErrors({
  userNotFound: {
    status: 404,
    code: 'badge.user-not-found',
    message: 'No user has this id. Search users with GET /api/users/search.',
  },
});
