import Type, { type Static } from 'typebox';
import { declareErrors } from '../../platform/errors.ts';
import { listSchema } from '../../platform/http/pagination.ts';
import { CalendarDate, Nullable, Timestamp, Uuid } from '../../platform/http/shapes.ts';

const Winner = Type.Enum(['red', 'blue', 'tie'], { title: 'BattleWinner' });
export type Winner = Static<typeof Winner>;
const Count = Type.Integer({ minimum: 0 });

export const BattleResult = Type.Object(
  {
    redRobotPower: Count,
    blueRobotPower: Count,
    badGuyPower: Count,
    rounds: Type.Array(
      Type.Object({ round: Type.Integer(), redDamage: Count, blueDamage: Count, badGuyDamage: Count }),
    ),
    finalOutcome: Type.String({ description: 'How it went, in a sentence or two.' }),
  },
  { title: 'BattleResult' },
);
export type BattleResult = Static<typeof BattleResult>;

export const Battle = Type.Object(
  {
    id: Uuid,
    week_start_date: Type.String({ format: 'date', description: 'A Monday.' }),
    week_end_date: CalendarDate,
    red_team_chips: Count,
    blue_team_chips: Count,
    red_team_robot_power: Count,
    blue_team_robot_power: Count,
    battle_status: Type.Enum(['pending', 'in_progress', 'completed']),
    winner: Nullable(Winner),
    battle_result: Nullable(BattleResult),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'Battle' },
);
export type Battle = Static<typeof Battle>;

/** Which week a request is about. That it starts on a Monday is checked by the actions. */
export const WeekInPath = Type.Object({ weekStartDate: CalendarDate });

const Team = Type.Object(
  {
    totalChips: Count,
    robotPower: Count,
    members: Type.Integer({ minimum: 0, description: 'People who were in a chain of this colour in the week.' }),
  },
  { title: 'BattleTeam' },
);

export const BattleWeek = Type.Object(
  {
    battle: Battle,
    redTeam: Team,
    blueTeam: Team,
    dailyStats: Type.Array(Type.Object({ date: CalendarDate, redTeamChips: Count, blueTeamChips: Count }), {
      description: 'The seven days of the week, Monday first.',
    }),
  },
  { title: 'BattleWeek' },
);
export type BattleWeek = Static<typeof BattleWeek>;

export const Execution = Type.Object(
  { battle: Battle, winner: Winner, battleResult: BattleResult },
  { title: 'BattleExecution' },
);
export type Execution = Static<typeof Execution>;

export const BattleHistory = Type.Object(
  {
    ...listSchema('battles', Battle).properties,
    userStats: Type.Object({
      totalChipsContributed: Count,
      battlesWon: Type.Integer({ minimum: 0, description: 'Battles in which you gave the winner a chip.' }),
      longestChain: Type.Integer({ minimum: 0, description: 'The longest run of days on which you checked in.' }),
    }),
  },
  { title: 'BattleHistory' },
);
export type BattleHistory = Static<typeof BattleHistory>;

export const WeeklyRun = Type.Object(
  {
    success: Type.Boolean(),
    message: Type.String(),
    battle: Type.Union([Battle, Type.Null()], {
      description: 'That of the week which has begun; null where another run is under way.',
    }),
    executed: Type.Array(Battle, { description: 'Those that were executed by this run, the oldest first.' }),
    results: Type.Object({
      errors: Type.Array(Type.String(), { description: 'The Monday of a week, and what failed.' }),
    }),
  },
  { title: 'WeeklyBattleRun' },
);
export type WeeklyRun = Static<typeof WeeklyRun>;

export const battleErrors = declareErrors({
  notMonday: {
    status: 400,
    code: 'battle.not-a-monday',
    message: 'Weeks start on Mondays. Send the date of the Monday that the week starts on.',
  },
  notOver: {
    status: 400,
    code: 'battle.week-not-over',
    message: 'This week is not over everywhere yet. Execute its battle from 12:00 UTC of the Monday after it on.',
  },
  notFound: {
    status: 404,
    code: 'battle.not-found',
    message: 'There is no battle of this week. GET /api/workout-window/battle/history lists those that were fought.',
  },
});
