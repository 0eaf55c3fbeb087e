import Type, { type Static } from 'typebox';
import { UserSummary } from '#features/account';
import { ActivityType } from '#features/workout-window';
import { Nullable, TimeOfDay, Timestamp, Uuid } from '#platform/http/shapes.ts';
import { CheckIn, DayState } from '../check-in.schema.ts';

const DistanceKm = Nullable(Type.Integer({ minimum: 1 }), {
  description:
    'About how far away from you, in kilometres, rounded up to 1, 2, 5, 10, 20, 50 and so on. null for yourself, for blocked and inactive users, and if one of you has no coordinates.',
});

const ChainMember = Type.Object(
  {
    userId: Uuid,
    userName: Type.String(),
    avatarUrl: Nullable(Type.String()),
    activityType: Nullable(ActivityType),
    windowStartTime: Nullable(TimeOfDay),
    windowEndTime: Nullable(TimeOfDay),
    timezone: Nullable(Type.String()),
    isAi: Type.Boolean(),
    distanceKm: DistanceKm,
  },
  { title: 'ChainMember' },
);
export type ChainMember = Static<typeof ChainMember>;

const TeamColor = Type.Enum(['red', 'blue'], { title: 'TeamColor' });

const Squad = Type.Object(
  { user1: ChainMember, user2: Nullable(ChainMember), user3: Nullable(ChainMember), teamColor: TeamColor },
  { title: 'Squad' },
);
export type Squad = Static<typeof Squad>;

const Chain = Type.Object(
  {
    beforeUser: Nullable(ChainMember),
    currentUser: ChainMember,
    afterUser: Nullable(ChainMember),
    teamColor: TeamColor,
    squad: Nullable(Squad),
  },
  { title: 'Chain' },
);
export type Chain = Static<typeof Chain>;

const ChainNeighbour = Type.Object(
  {
    ...UserSummary.properties,
    status: DayState,
    opens_at: Nullable(Timestamp),
    closes_at: Nullable(Timestamp),
    distance_km: DistanceKm,
  },
  {
    title: 'ChainNeighbour',
    description: 'A user with the state and window of the date. The window of blocked and inactive users is null.',
  },
);
export type ChainNeighbour = Static<typeof ChainNeighbour>;

/** A user's check-in, chain and squad of one date. */
export const ChainDay = Type.Object({
  checkin: Nullable(CheckIn, { description: 'Your check-in of the date.' }),
  chain: Nullable(
    Type.Object({ team_color: TeamColor, before: Nullable(ChainNeighbour), after: Nullable(ChainNeighbour) }),
  ),
  squad: Nullable(
    Type.Object({
      team_color: TeamColor,
      members: Type.Array(ChainNeighbour, { description: 'All members, you included.' }),
      chips: Type.Integer({ minimum: 0, description: 'Chips of the verified check-ins of the date.' }),
    }),
  ),
});
export type ChainDay = Static<typeof ChainDay>;

export const ChainBody = Type.Object({ chain: Nullable(Chain), checkins: Type.Array(CheckIn) }, { title: 'ChainBody' });
export type ChainBody = Static<typeof ChainBody>;

export const SquadBody = Type.Object({ squad: Nullable(Squad), checkins: Type.Array(CheckIn) }, { title: 'SquadBody' });
export type SquadBody = Static<typeof SquadBody>;
