import Type, { type Static } from 'typebox';
import { listSchema } from '../../platform/http/pagination.ts';
import { Nullable, Uuid } from '../../platform/http/shapes.ts';
import { BadgeLevel, BadgeStats } from './badge.schema.ts';

export const LeaderboardQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Maximum number of users; default 50.' })),
});
export type LeaderboardQuery = Static<typeof LeaderboardQuery>;

const LeaderboardRow = Type.Object(
  {
    rank: Type.Integer({ minimum: 1 }),
    user: Type.Object({ id: Uuid, full_name: Type.String(), avatar_url: Nullable(Type.String()) }),
    badge: BadgeLevel,
    ...BadgeStats.properties,
  },
  { title: 'LeaderboardRow' },
);
export type LeaderboardRow = Static<typeof LeaderboardRow>;

export const Leaderboard = listSchema('leaderboard', LeaderboardRow);
