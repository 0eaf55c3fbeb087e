import Type, { type Static } from 'typebox';
import { listSchema, PageQuery } from '#platform/http/pagination.ts';
import { Nullable } from '#platform/http/shapes.ts';
import { CheckIn, DayState } from '../check-in.schema.ts';

export const OwnDayBody = Type.Object({ checkin: Nullable(CheckIn), status: DayState }, { title: 'OwnDay' });
export type OwnDayBody = Static<typeof OwnDayBody>;

export const CheckInListQuery = Type.Object({
  ...PageQuery.properties,
  user_id: Type.Optional(Type.String({ format: 'uuid', description: 'Only the check-in of this user.' })),
});
export type CheckInListQuery = Static<typeof CheckInListQuery>;

export const CheckInList = Type.Object(
  {
    ...listSchema('checkins', CheckIn).properties,
    stats: Type.Object({
      total: Type.Integer({ description: 'Users in a chain on that date.' }),
      completed: Type.Integer(),
      failed: Type.Integer(),
    }),
  },
  { title: 'WorkoutCheckInPage' },
);
export type CheckInList = Static<typeof CheckInList>;

const TeamStats = Type.Object(
  {
    totalMembers: Type.Integer(),
    completed: Type.Integer(),
    failed: Type.Integer(),
    pending: Type.Integer(),
    completionRate: Type.Number({ minimum: 0, maximum: 100, description: 'In percent, with one decimal.' }),
    totalChips: Type.Integer(),
  },
  { title: 'TeamStats' },
);

export const TeamStatsBody = Type.Object({ redTeam: TeamStats, blueTeam: TeamStats }, { title: 'TeamStatsBody' });
export type TeamStatsBody = Static<typeof TeamStatsBody>;
