import Type, { type Static } from 'typebox';
import { ActivityType } from '#features/workout-window';
import { declareErrors } from '#platform/errors.ts';
import { CalendarDate, Nullable, Picture, Timestamp, Uuid } from '#platform/http/shapes.ts';
import { FileInBody } from '#platform/http/upload/upload.ts';

export const CheckInStatus = Type.Enum(['pending', 'verified', 'rejected'], { title: 'WorkoutCheckInStatus' });

export const DayState = Type.Enum(['pending', 'completed', 'failed', 'not_started', 'rest'], {
  title: 'DayState',
  description:
    '`not_started` until the window opens, `pending` until the date ends, then `completed` or `failed`. `rest` on rest days and during a pause, unless a check-in counts.',
});

/** Width and height of the thumbnail of a photo in pixels. */
export const PHOTO_THUMBNAIL_SIZE = 256;

export const CheckIn = Type.Object(
  {
    id: Uuid,
    user_id: Uuid,
    user_name: Type.String(),
    is_ai: Type.Boolean(),
    chain_id: Nullable(Uuid),
    date: CalendarDate,
    activity_type: ActivityType,
    within_window: Type.Boolean({ description: 'Whether the check-in was made within the workout window.' }),
    photo_url: Nullable(
      Type.String({
        description:
          'A signed URL that expires within two days. Null for synthetic users, and if you may not see the photo.',
      }),
    ),
    photo: Nullable(Picture, {
      description: 'The photo of `photo_url` with its size. null as that, and for photos that were stored without it.',
    }),
    photo_thumbnail: Nullable(Picture, {
      description: `The middle of the photo, ${PHOTO_THUMBNAIL_SIZE} by ${PHOTO_THUMBNAIL_SIZE} pixels. null as \`photo_url\`.`,
    }),
    photo_timestamp: Timestamp,
    location_lat: Nullable(Type.Number({ description: 'Null in check-ins of other users.' })),
    location_lng: Nullable(Type.Number({ description: 'Null in check-ins of other users.' })),
    status: CheckInStatus,
    rejection_reason: Nullable(Type.String({ description: 'Null in check-ins of other users.' })),
    battle_chips_earned: Type.Integer({ minimum: 0, maximum: 2 }),
    can_replace: Type.Boolean({
      description:
        'Whether you can send another photo for it: it was rejected automatically, for the first time, and its date has not ended. false in check-ins of other users.',
    }),
    created_at: Timestamp,
  },
  { title: 'WorkoutCheckIn' },
);
export type CheckIn = Static<typeof CheckIn>;

/** A JSON number, sent as the text of a form field. */
const Degrees = Type.String({ pattern: '^-?\\d{1,20}(\\.\\d{1,20})?([eE][+-]?\\d{1,3})?$', maxLength: 48 });

export const MAX_PHOTO_BYTES = 10 * 1024 * 1024;

export const CheckInForm = Type.Object(
  {
    photo: FileInBody,
    activityType: ActivityType,
    latitude: Type.Optional(Degrees),
    longitude: Type.Optional(Degrees),
    takenAt: Type.Optional(
      Type.String({
        format: 'date-time',
        description:
          'When you took the photo, if that was earlier, such as without a connection. The check-in counts for that moment if it was at most 12 hours ago and you could still check in for its date; else it counts for its arrival.',
      }),
    ),
  },
  { title: 'NewWorkoutCheckIn' },
);
export type CheckInForm = Static<typeof CheckInForm>;

export const CheckInResult = Type.Object(
  {
    checkin: CheckIn,
    battleChipsEarned: Type.Integer(),
    chainStatus: Type.Enum(['continued', 'broken']),
    chainStart: Type.Boolean({ description: 'True if there is no user before you: the chain starts with you.' }),
    nextUserNotified: Type.Boolean({ description: 'Whether the user after you was notified.' }),
    date: Type.Unsafe<string>({ ...CalendarDate, description: 'The date that the check-in counts for.' }),
    countedAt: Type.Unsafe<string>({
      ...Timestamp,
      description: 'The moment that decided the date, and whether it was within the window.',
    }),
    countsFor: Type.Enum(['taken', 'arrival'], {
      description: '`taken` if `takenAt` decided, `arrival` if the time at which the server got it did.',
    }),
  },
  { title: 'CheckedInBody' },
);
export type CheckInResult = Static<typeof CheckInResult>;

export const CheckInBody = Type.Object({ checkin: CheckIn }, { title: 'WorkoutCheckInBody' });

export const Rejection = Type.Object(
  { reason: Type.String({ minLength: 1, maxLength: 500 }) },
  { title: 'CheckInRejection' },
);
export type Rejection = Static<typeof Rejection>;

export const checkInErrors = declareErrors({
  windowRequired: {
    status: 400,
    code: 'check-in.window-required',
    message: 'Set up a workout window first (POST /api/workout-window/setup).',
  },
  alreadyMade: {
    status: 400,
    code: 'check-in.already-made',
    message: 'You have already checked in today. Check in again tomorrow.',
  },
  rejectionFinal: {
    status: 400,
    code: 'check-in.rejection-final',
    message:
      'Your check-in of this date was rejected, and its photo cannot be replaced any more. Check in again tomorrow.',
  },
  takenInFuture: {
    status: 400,
    code: 'check-in.taken-in-future',
    message:
      'takenAt must be at most 2 minutes ahead. Set the clock of your device, or leave it out for the present time.',
  },
  dayNotOver: {
    status: 400,
    code: 'check-in.day-not-over',
    message:
      'The date of your last check-in has not ended in the time zone of that check-in. Check in after it has ended.',
  },
  rangeInvalid: {
    status: 400,
    code: 'check-in.range-invalid',
    message: 'The range is invalid. `from` must not be after `to`, and the range can have at most 366 days.',
  },
  coordinatesInvalid: {
    status: 400,
    code: 'check-in.place-invalid',
    message: 'Coordinates are a latitude from -90 to 90 and a longitude from -180 to 180. Send both or neither.',
  },
  notFound: {
    status: 404,
    code: 'check-in.not-found',
    message: 'No check-in has this id. List check-ins with GET /api/workout-window/checkins/:date.',
  },
});
