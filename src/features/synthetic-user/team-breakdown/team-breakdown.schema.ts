import Type, { type Static } from 'typebox';
import { listSchema, PageQuery } from '#platform/http/pagination.ts';
import { CalendarDate, Uuid } from '#platform/http/shapes.ts';

const TeamColor = Type.Enum(['red', 'blue'], { title: 'TeamColor' });
const DayStatus = Type.Enum(['completed', 'failed', 'pending'], { title: 'DayStatus' });

const TeamBreakdown = Type.Object(
  {
    totalMembers: Type.Integer(),
    realMembers: Type.Integer(),
    aiMembers: Type.Integer(),
    completed: Type.Integer(),
    failed: Type.Integer(),
    pending: Type.Integer(),
    completionRate: Type.Number({ description: 'In percent, with one decimal.' }),
    totalChips: Type.Integer(),
  },
  { title: 'TeamBreakdown' },
);
export type TeamBreakdown = Static<typeof TeamBreakdown>;

const SquadBreakdown = Type.Object(
  {
    id: Uuid,
    teamColor: TeamColor,
    members: Type.Array(
      Type.Object({ userId: Uuid, userName: Type.String(), isAi: Type.Boolean(), status: DayStatus }),
    ),
    realMembers: Type.Integer(),
    aiMembers: Type.Integer(),
  },
  { title: 'SquadBreakdown' },
);
export type SquadBreakdown = Static<typeof SquadBreakdown>;

export const DayBreakdown = Type.Object(
  {
    date: CalendarDate,
    redTeam: TeamBreakdown,
    blueTeam: TeamBreakdown,
    ...listSchema('squads', SquadBreakdown).properties,
  },
  { title: 'DayBreakdown' },
);
export type DayBreakdown = Static<typeof DayBreakdown>;

/** Squads are ordered by id, newest first. */
export const SquadQuery = Type.Object({
  limit: PageQuery.properties.limit,
  cursor: Type.Optional(
    Type.String({ format: 'uuid', description: 'The `next_cursor` of the page of squads before.' }),
  ),
});
export type SquadQuery = Static<typeof SquadQuery>;
