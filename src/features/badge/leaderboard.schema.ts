import Type, { type Static } from 'typebox';
import { UserSummary } from '#features/account';
import { listSchema } from '#platform/http/pagination.ts';
import { BadgeLevel, BadgeStats } from './badge.schema.ts';

export const LeaderboardQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Maximum number of users; default 50.' })),
});
export type LeaderboardQuery = Static<typeof LeaderboardQuery>;

const LeaderboardRow = Type.Object(
  {
    rank: Type.Integer({ minimum: 1 }),
    user: UserSummary,
    badge: BadgeLevel,
    ...BadgeStats.properties,
  },
  { title: 'LeaderboardRow' },
);
export type LeaderboardRow = Static<typeof LeaderboardRow>;

export const Leaderboard = listSchema('leaderboard', LeaderboardRow);
