import Type, { type Static } from 'typebox';
import { declareErrors } from '../../platform/errors.ts';
import { listSchema } from '../../platform/http/pagination.ts';
import { Timestamp, Uuid } from '../../platform/http/shapes.ts';

export const CheckInStatus = Type.Enum(['completed', 'partial', 'missed', 'skipped'], { title: 'GoalCheckInStatus' });
const Notes = Type.String({ maxLength: 2_000 });

export const GoalCheckIn = Type.Object(
  {
    id: Uuid,
    goal_id: Uuid,
    status: CheckInStatus,
    notes: Notes,
    created_at: Timestamp,
  },
  { title: 'GoalCheckIn' },
);
export type GoalCheckIn = Static<typeof GoalCheckIn>;

export const GoalCheckInBody = Type.Object({ check_in: GoalCheckIn }, { title: 'GoalCheckInBody' });
export const GoalCheckInList = listSchema('check_ins', GoalCheckIn);

export const NewGoalCheckIn = Type.Object(
  { status: CheckInStatus, notes: Type.Optional(Notes) },
  { title: 'NewGoalCheckIn' },
);
export type NewGoalCheckIn = Static<typeof NewGoalCheckIn>;

export const CheckInInPath = Type.Object({ id: Uuid, checkInId: Uuid });

export const goalCheckInErrors = declareErrors({
  notFound: { status: 404, code: 'goal.check-in-not-found', message: 'The goal has no check-in with this id.' },
});
