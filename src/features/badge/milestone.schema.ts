import Type, { type Static } from 'typebox';
import { listSchema } from '../../platform/http/pagination.ts';
import { Timestamp, Uuid } from '../../platform/http/shapes.ts';
import { BadgeLevel, BadgeStats } from './badge.schema.ts';

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
  user_id: Type.Optional(Type.String({ format: 'uuid', description: 'Whose; yours where not given.' })),
});
export type MilestoneQuery = Static<typeof MilestoneQuery>;
