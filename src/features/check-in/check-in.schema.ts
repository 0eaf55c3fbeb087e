import Type, { type Static } from 'typebox';
import { declareErrors } from '../../platform/errors.ts';
import { listSchema } from '../../platform/http/pagination.ts';
import { CalendarDate, Nullable, Timestamp, Uuid } from '../../platform/http/shapes.ts';
import { FileInBody } from '../../platform/http/upload/upload.ts';
import { ActivityType } from '../workout-window/index.ts';

export const CheckInStatus = Type.Enum(['pending', 'verified', 'rejected'], { title: 'WorkoutCheckInStatus' });

export const CheckIn = Type.Object(
  {
    id: Uuid,
    user_id: Uuid,
    user_name: Type.String(),
    is_ai: Type.Boolean(),
    chain_id: Nullable(Uuid),
    date: CalendarDate,
    activity_type: ActivityType,
    within_window: Type.Boolean({ description: 'Whether it came in the two hours.' }),
    photo_url: Nullable(
      Type.String({
        description: 'Works for less than an hour. Null where it is not for you to see, and of synthetic people.',
      }),
    ),
    photo_timestamp: Timestamp,
    location_lat: Nullable(Type.Number({ description: 'Null to everybody but whose check-in it is.' })),
    location_lng: Nullable(Type.Number({ description: 'Null to everybody but whose check-in it is.' })),
    status: CheckInStatus,
    rejection_reason: Nullable(Type.String({ description: 'Null to everybody but whose check-in it is.' })),
    battle_chips_earned: Type.Integer({ minimum: 0, maximum: 2 }),
    created_at: Timestamp,
  },
  { title: 'WorkoutCheckIn' },
);
export type CheckIn = Static<typeof CheckIn>;

/** A number in the notation of JSON, as a form sends it: as text. */
const Degrees = Type.String({ pattern: '^-?\\d{1,20}(\\.\\d{1,20})?([eE][+-]?\\d{1,3})?$', maxLength: 48 });

export const CheckInForm = Type.Object(
  {
    photo: FileInBody,
    activityType: ActivityType,
    latitude: Type.Optional(Degrees),
    longitude: Type.Optional(Degrees),
  },
  { title: 'NewWorkoutCheckIn' },
);
export type CheckInForm = Static<typeof CheckInForm>;

export const CheckInAnswer = Type.Object(
  {
    checkin: CheckIn,
    battleChipsEarned: Type.Integer(),
    chainStatus: Type.Enum(['continued', 'broken']),
    chainStart: Type.Boolean({ description: 'Whether nobody comes before you: the chain starts with you.' }),
    nextUserNotified: Type.Boolean({ description: 'Whether the one after you has been told that it is their turn.' }),
  },
  { title: 'CheckedInBody' },
);
export type CheckInAnswer = Static<typeof CheckInAnswer>;

export const CheckInBody = Type.Object({ checkin: CheckIn }, { title: 'WorkoutCheckInBody' });

export const Rejection = Type.Object(
  { reason: Type.String({ minLength: 1, maxLength: 500 }) },
  { title: 'CheckInRejection' },
);
export type Rejection = Static<typeof Rejection>;

export const DayState = Type.Enum(['pending', 'completed', 'failed', 'not_started'], { title: 'DayState' });
export const OwnDayBody = Type.Object({ checkin: Nullable(CheckIn), status: DayState }, { title: 'OwnDay' });
export type OwnDayBody = Static<typeof OwnDayBody>;

export const CheckInList = Type.Object(
  {
    ...listSchema('checkins', CheckIn).properties,
    stats: Type.Object({
      total: Type.Integer({ description: 'Everybody in a chain on that date.' }),
      completed: Type.Integer(),
      failed: Type.Integer(),
    }),
  },
  { title: 'WorkoutCheckInPage' },
);
export type CheckInList = Static<typeof CheckInList>;

export const checkInErrors = declareErrors({
  windowRequired: {
    status: 400,
    code: 'check-in.window-required',
    message: 'Set up your window first (POST /api/workout-window/setup).',
  },
  alreadyMade: {
    status: 400,
    code: 'check-in.already-made',
    message: 'You have checked in for today. Your next check-in is tomorrow.',
  },
  dayNotOver: {
    status: 400,
    code: 'check-in.day-not-over',
    message: 'The day of your last check-in has not ended in the time zone you made it in. Check in once it has.',
  },
  placeInvalid: {
    status: 400,
    code: 'check-in.place-invalid',
    message: 'A place is a latitude from -90 to 90 and a longitude from -180 to 180: send both, or neither.',
  },
  notFound: {
    status: 404,
    code: 'check-in.not-found',
    message: 'There is no check-in with this id. Look it up in GET /api/workout-window/checkins/:date.',
  },
});
