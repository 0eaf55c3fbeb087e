import Type, { type Static } from 'typebox';
import { declareErrors } from '#platform/errors.ts';
import { ChangeKeys, UpdatedSince } from '#platform/http/changes.ts';
import { listSchema, PageQuery } from '#platform/http/pagination.ts';
import { NewId, Version } from '#platform/http/records.ts';
import { CalendarDate, Nullable, Timestamp, Uuid } from '#platform/http/shapes.ts';
import { CheckInStatus, GoalCheckIn } from './goal-check-in.schema.ts';

const Title = Type.String({ minLength: 1, maxLength: 200 });
// Limits a page of 500 goals to about 5 MB.
const Description = Type.String({ maxLength: 2_000 });
const GoalStatus = Type.Enum(['active', 'completed', 'paused', 'abandoned'], { title: 'GoalStatus' });
export type GoalStatus = Static<typeof GoalStatus>;

const LastCheckIn = Type.Object(
  { id: Uuid, status: CheckInStatus, check_in_date: CalendarDate, created_at: Timestamp },
  { title: 'LastGoalCheckIn' },
);

export const Goal = Type.Object(
  {
    id: Uuid,
    user_id: Uuid,
    title: Title,
    description: Description,
    target_date: Nullable(CalendarDate),
    status: GoalStatus,
    check_in_count: Type.Integer({ minimum: 0 }),
    last_check_in: Nullable(LastCheckIn),
    done_this_week: Type.Boolean({
      description:
        'Whether it has a `completed` or `partial` check-in since Monday, in your time zone (`preferences.timezone`).',
    }),
    streak: Type.Integer({
      minimum: 0,
      description: 'Consecutive dates with a `completed` or `partial` check-in, up to today or yesterday.',
    }),
    best_streak: Type.Integer({ minimum: 0, description: 'The longest streak so far, the present one included.' }),
    version: Version,
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'Goal' },
);
export type Goal = Static<typeof Goal>;

export const GoalBody = Type.Object({ goal: Goal }, { title: 'GoalBody' });
export const GoalList = Type.Object({ ...listSchema('goals', Goal).properties, ...ChangeKeys }, { title: 'GoalPage' });
export type GoalList = Static<typeof GoalList>;

const GoalWithCheckIns = Type.Object(
  {
    ...Goal.properties,
    check_ins: Type.Array(GoalCheckIn),
    check_ins_next_cursor: Nullable(
      Type.String({ description: 'The cursor of the next check-ins; null if there are no more.' }),
    ),
  },
  { title: 'GoalWithCheckIns' },
);
export type GoalWithCheckIns = Static<typeof GoalWithCheckIns>;

export const GoalWithCheckInsBody = Type.Object({ goal: GoalWithCheckIns }, { title: 'GoalWithCheckInsBody' });

export const GoalQuery = Type.Object({
  ...PageQuery.properties,
  status: Type.Optional(GoalStatus),
  updated_since: UpdatedSince,
});
export type GoalQuery = Static<typeof GoalQuery>;

export const NewGoal = Type.Object(
  {
    id: Type.Optional(NewId),
    title: Title,
    description: Type.Optional(Description),
    target_date: Type.Optional(Nullable(CalendarDate)),
  },
  { title: 'NewGoal' },
);
export type NewGoal = Static<typeof NewGoal>;

export const GoalChange = Type.Object(
  {
    title: Type.Optional(Title),
    description: Type.Optional(Description),
    target_date: Type.Optional(Nullable(CalendarDate)),
    status: Type.Optional(GoalStatus),
  },
  { title: 'GoalChange' },
);
export type GoalChange = Static<typeof GoalChange>;

export const goalErrors = declareErrors({
  notFound: { status: 404, code: 'goal.not-found', message: 'You have no goal with this id.' },
});
