import Type, { type Static } from 'typebox';
import { declareErrors } from '#platform/errors.ts';
import { ChangeKeys, UpdatedSince } from '#platform/http/changes.ts';
import { listSchema, PageQuery } from '#platform/http/pagination.ts';
import { NewId, Version } from '#platform/http/records.ts';
import { CalendarDate, Timestamp, Uuid } from '#platform/http/shapes.ts';

export const CheckInStatus = Type.Enum(['completed', 'partial', 'missed', 'skipped'], { title: 'GoalCheckInStatus' });
const Notes = Type.String({ maxLength: 2_000 });
const CheckInDate = Type.String({
  format: 'date',
  description: 'The day that the check-in is about: from 1900-01-01 until tomorrow in your time zone.',
});

export const GoalCheckIn = Type.Object(
  {
    id: Uuid,
    goal_id: Uuid,
    status: CheckInStatus,
    notes: Notes,
    check_in_date: CalendarDate,
    version: Version,
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'GoalCheckIn' },
);
export type GoalCheckIn = Static<typeof GoalCheckIn>;

export const GoalCheckInBody = Type.Object({ check_in: GoalCheckIn }, { title: 'GoalCheckInBody' });
export const GoalCheckInList = listSchema('check_ins', GoalCheckIn);

/** The query of the check-ins of all goals. */
export const OwnGoalCheckInQuery = Type.Object({ ...PageQuery.properties, updated_since: UpdatedSince });
export type OwnGoalCheckInQuery = Static<typeof OwnGoalCheckInQuery>;
export const OwnGoalCheckInList = Type.Object(
  { ...GoalCheckInList.properties, ...ChangeKeys },
  { title: 'OwnGoalCheckInPage' },
);
export type OwnGoalCheckInList = Static<typeof OwnGoalCheckInList>;

export const NewGoalCheckIn = Type.Object(
  {
    id: Type.Optional(NewId),
    status: CheckInStatus,
    notes: Type.Optional(Notes),
    check_in_date: Type.Optional(CheckInDate),
  },
  { title: 'NewGoalCheckIn' },
);
export type NewGoalCheckIn = Static<typeof NewGoalCheckIn>;

export const GoalCheckInChange = Type.Object(
  { status: Type.Optional(CheckInStatus), notes: Type.Optional(Notes), check_in_date: Type.Optional(CheckInDate) },
  { title: 'GoalCheckInChange' },
);
export type GoalCheckInChange = Static<typeof GoalCheckInChange>;

export const CheckInInPath = Type.Object({ id: Uuid, checkInId: Uuid });

export const goalCheckInErrors = declareErrors({
  notFound: { status: 404, code: 'goal.check-in-not-found', message: 'The goal has no check-in with this id.' },
  dateOutOfRange: {
    status: 400,
    code: 'goal.check-in-date-out-of-range',
    message: 'The check_in_date must not be after tomorrow in your time zone.',
  },
});
