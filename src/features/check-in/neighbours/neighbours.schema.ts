import Type, { type Static } from 'typebox';
import { Nullable, TimeOfDay, Uuid } from '../../../platform/http/shapes.ts';
import { ActivityType } from '../../workout-window/index.ts';
import { CheckIn } from '../check-in.schema.ts';

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

export const ChainBody = Type.Object({ chain: Nullable(Chain), checkins: Type.Array(CheckIn) }, { title: 'ChainBody' });
export type ChainBody = Static<typeof ChainBody>;

export const SquadBody = Type.Object({ squad: Nullable(Squad), checkins: Type.Array(CheckIn) }, { title: 'SquadBody' });
export type SquadBody = Static<typeof SquadBody>;
