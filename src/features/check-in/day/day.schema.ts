import Type, { type Static } from 'typebox';
import { Nullable, TimeOfDay, Uuid } from '../../../platform/http/shapes.ts';
import { ActivityType } from '../../workout-window/index.ts';
import { CheckIn } from '../check-in.schema.ts';

/** Somebody in a chain or a squad, as the others in it see them. */
const ChainPerson = Type.Object(
  {
    userId: Uuid,
    userName: Type.String(),
    avatarUrl: Nullable(Type.String()),
    activityType: Nullable(ActivityType),
    windowStartTime: Nullable(TimeOfDay),
    windowEndTime: Nullable(TimeOfDay),
    timezone: Nullable(Type.String()),
    isAi: Type.Boolean(),
  },
  { title: 'ChainMember' },
);
export type ChainPerson = Static<typeof ChainPerson>;

const TeamColor = Type.Enum(['red', 'blue'], { title: 'TeamColor' });

const Squad = Type.Object(
  { user1: ChainPerson, user2: Nullable(ChainPerson), user3: Nullable(ChainPerson), teamColor: TeamColor },
  { title: 'Squad' },
);
export type Squad = Static<typeof Squad>;

const Chain = Type.Object(
  {
    beforeUser: Nullable(ChainPerson),
    currentUser: ChainPerson,
    afterUser: Nullable(ChainPerson),
    teamColor: TeamColor,
    squad: Nullable(Squad),
  },
  { title: 'Chain' },
);
export type Chain = Static<typeof Chain>;

export const ChainBody = Type.Object({ chain: Nullable(Chain), checkins: Type.Array(CheckIn) }, { title: 'ChainBody' });
export type ChainBody = Static<typeof ChainBody>;

export const SquadBody = Type.Object({ squad: Nullable(Squad), checkins: Type.Array(CheckIn) }, { title: 'SquadBody' });
export type SquadBody = Static<typeof SquadBody>;

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
