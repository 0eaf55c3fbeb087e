import Type, { type Static } from 'typebox';
import { declareErrors } from '#platform/errors.ts';
import { listSchema } from '#platform/http/pagination.ts';
import { CalendarDate, Nullable, Timestamp, Uuid } from '#platform/http/shapes.ts';

const Winner = Type.Enum(['red', 'blue', 'tie'], { title: 'BattleWinner' });
export type Winner = Static<typeof Winner>;
const Count = Type.Integer({ minimum: 0 });
const TeamColor = Type.Enum(['red', 'blue']);

/** The opponents of both robots. The order decides who it is in which week, so it never changes. */
export const BAD_GUYS = [
  'couch_colossus',
  'captain_tomorrow',
  'snooze_titan',
  'baron_von_excuse',
  'doctor_doomscroll',
  'great_procrastinator',
  'count_comfort',
  'midnight_snacker',
] as const;
export const BadGuy = Type.Enum([...BAD_GUYS], {
  title: 'BattleBadGuy',
  description: 'The opponent of both robots in the week. The week decides who it is.',
});
export type BadGuy = Static<typeof BadGuy>;

export const BattleResult = Type.Object(
  {
    redRobotPower: Count,
    blueRobotPower: Count,
    badGuyPower: Count,
    rounds: Type.Array(
      Type.Object({ round: Type.Integer(), redDamage: Count, blueDamage: Count, badGuyDamage: Count }),
    ),
    finalOutcome: Type.String({ description: 'The outcome in one or two sentences.' }),
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
    bad_guy: BadGuy,
    bad_guy_power: Type.Integer({ minimum: 0, description: '90 % of the mean of both powers, at least 1.' }),
    battle_status: Type.Enum(['pending', 'in_progress', 'completed']),
    winner: Nullable(Winner),
    battle_result: Nullable(BattleResult),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'Battle' },
);
export type Battle = Static<typeof Battle>;

/** The actions check that the date is a Monday. */
export const WeekInPath = Type.Object({ weekStartDate: CalendarDate });

const Team = Type.Object(
  {
    totalChips: Count,
    robotPower: Count,
    members: Type.Integer({ minimum: 0, description: 'Users in a chain of this colour in the week.' }),
    toCome: Type.Integer({
      minimum: 0,
      description: 'Users of this colour whose date of the week has begun and not ended, without a check-in.',
    }),
  },
  { title: 'BattleTeam' },
);

export const BattleWeek = Type.Object(
  {
    battle: Battle,
    redTeam: Team,
    blueTeam: Team,
    ownPart: Nullable(
      Type.Object({ teamColor: TeamColor, redChips: Count, blueChips: Count }, { title: 'BattleOwnPart' }),
      {
        description:
          'Your verified chips of the week by team, and your newest team. Null if you were in no chain of the week.',
      },
    ),
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

const { week_start_date, red_team_chips, blue_team_chips, red_team_robot_power, blue_team_robot_power } =
  Battle.properties;

export const BattleScore = Type.Object(
  { week_start_date, red_team_chips, blue_team_chips, red_team_robot_power, blue_team_robot_power },
  { title: 'BattleScore' },
);
export type BattleScore = Static<typeof BattleScore>;

export const BattleHistory = Type.Object(
  {
    ...listSchema('battles', Battle).properties,
    userStats: Type.Object({
      totalChipsContributed: Count,
      battlesWon: Type.Integer({ minimum: 0, description: 'Battles whose winner you earned a chip for.' }),
      longestChain: Type.Integer({ minimum: 0, description: 'The longest run of consecutive days with a check-in.' }),
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
      description: 'The battle of the current week. Null if another run is in progress.',
    }),
    executed: Type.Array(Battle, { description: 'The battles that this run executed, oldest first.' }),
    results: Type.Object({
      errors: Type.Array(Type.String(), { description: 'The Monday of a week and the step that failed.' }),
    }),
  },
  { title: 'WeeklyBattleRun' },
);
export type WeeklyRun = Static<typeof WeeklyRun>;

export const battleErrors = declareErrors({
  notMonday: {
    status: 400,
    code: 'battle.not-a-monday',
    message: 'A week starts on Monday. Send the date of its Monday.',
  },
  notOver: {
    status: 400,
    code: 'battle.week-not-over',
    message: 'This week has not ended in all time zones. Execute its battle from 12:00 UTC on the Monday after it.',
  },
  notFound: {
    status: 404,
    code: 'battle.not-found',
    message: 'This week has no battle. List executed battles with GET /api/workout-window/battle/history.',
  },
});
