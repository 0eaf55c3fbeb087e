import Type, { type Static } from 'typebox';
import { declareErrors } from '#platform/errors.ts';
import { CalendarDate, Nullable, TimeOfDay, Timestamp, Uuid } from '#platform/http/shapes.ts';

export const ActivityType = Type.Enum(['cardio', 'strength', 'walk', 'meditation', 'reading', 'homework', 'other'], {
  title: 'ActivityType',
});
export type ActivityType = Static<typeof ActivityType>;

const TimeZone = Type.String({ minLength: 1, maxLength: 50, description: 'An IANA zone, such as Europe/Lisbon.' });
const CustomActivity = Type.String({ minLength: 1, maxLength: 100 });
const LocationName = Type.String({ minLength: 1, maxLength: 100 });
const Latitude = Type.Number({ minimum: -90, maximum: 90 });
const Longitude = Type.Number({ minimum: -180, maximum: 180 });

const RestDays = Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
  maxItems: 6,
  uniqueItems: true,
  description: 'ISO weekdays on which you rest, 1 for Monday to 7 for Sunday.',
});

const RestPause = Type.Object(
  { from: CalendarDate, until: CalendarDate },
  { title: 'RestPause', description: 'The first and the last date of a pause, at most 60 days.' },
);
export type RestPause = Static<typeof RestPause>;

export const WorkoutWindow = Type.Object(
  {
    id: Uuid,
    user_id: Uuid,
    activity_type: ActivityType,
    custom_activity: Nullable(CustomActivity),
    window_start_time: TimeOfDay,
    window_end_time: TimeOfDay,
    timezone: TimeZone,
    is_active: Type.Boolean(),
    rest_days: RestDays,
    pause: Nullable(RestPause, { description: 'The pause that lasts or is planned.' }),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'WorkoutWindow' },
);
export type WorkoutWindow = Static<typeof WorkoutWindow>;

export const WindowSetup = Type.Object(
  {
    activityType: ActivityType,
    customActivity: Type.Optional(
      Nullable(Type.String({ maxLength: 100, description: 'Name of the activity. Required if the type is `other`.' })),
    ),
    windowStartTime: TimeOfDay,
    windowEndTime: TimeOfDay,
    timezone: TimeZone,
    restDays: Type.Optional(
      Nullable(RestDays, {
        description:
          'Weekdays on which you rest, from the first date whose window has not opened. Leave it out to keep them; null or an empty list clears them.',
      }),
    ),
    pause: Type.Optional(
      Nullable(RestPause, {
        description:
          'A pause of at most 60 days. It can begin today until your window opens. Dates that have begun stay in it; to end it earlier, send the same `from` with another `until`, or null. Leave it out to keep it.',
      }),
    ),
  },
  { title: 'WorkoutWindowSetup' },
);
export type WindowSetup = Static<typeof WindowSetup>;

/** The location that a user has set. Never shown to other users. */
export const WorkoutLocation = Type.Object(
  {
    user_id: Uuid,
    ip_address: Nullable(Type.String()),
    latitude: Nullable(Latitude),
    longitude: Nullable(Longitude),
    city: Nullable(LocationName),
    region: Nullable(LocationName),
    country: Nullable(Type.String()),
    timezone: Nullable(TimeZone),
    last_updated: Timestamp,
  },
  { title: 'WorkoutLocation' },
);
export type WorkoutLocation = Static<typeof WorkoutLocation>;

export const LocationUpdate = Type.Object(
  {
    ipAddress: Type.Optional(Nullable(Type.String({ format: 'ip', maxLength: 45 }))),
    latitude: Type.Optional(Nullable(Latitude)),
    longitude: Type.Optional(Nullable(Longitude)),
    city: Type.Optional(Nullable(LocationName)),
    region: Type.Optional(Nullable(LocationName)),
    country: Type.Optional(
      Nullable(Type.String({ pattern: '^[A-Za-z]{2}$', maxLength: 2, description: 'ISO 3166-1 alpha-2, such as PT.' })),
    ),
    timezone: Type.Optional(Nullable(TimeZone)),
  },
  { title: 'LocationChange' },
);
export type LocationUpdate = Static<typeof LocationUpdate>;

export const SetupBody = Type.Object({ window: WorkoutWindow, message: Type.String() }, { title: 'WorkoutWindowBody' });
export const MyWindowBody = Type.Object(
  { window: Nullable(WorkoutWindow), location: Nullable(WorkoutLocation) },
  { title: 'OwnWorkoutWindow' },
);
export const LocationBody = Type.Object({ location: WorkoutLocation }, { title: 'LocationBody' });

export const windowErrors = declareErrors({
  notTwoHours: {
    status: 400,
    code: 'workout-window.not-two-hours',
    message:
      'A window lasts two hours. Set windowEndTime to two hours after windowStartTime; it can cross midnight (23:00 to 01:00).',
  },
  zoneUnknown: {
    status: 400,
    code: 'workout-window.timezone-unknown',
    message: 'timezone must be an IANA zone, such as Europe/Lisbon.',
  },
  customActivityRequired: {
    status: 400,
    code: 'workout-window.custom-activity-required',
    message: 'customActivity is required if activityType is other. Send a name of 1 to 100 characters.',
  },
  pauseInvalid: {
    status: 400,
    code: 'workout-window.pause-invalid',
    message: 'A pause has at most 60 days, and `until` is not before `from`. Send other dates.',
  },
  pauseTooEarly: {
    status: 400,
    code: 'workout-window.pause-too-early',
    message:
      'Dates whose window has opened cannot change. Let the pause begin tomorrow, or end it today at the earliest.',
  },
  coordinatesIncomplete: {
    status: 400,
    code: 'workout-window.coordinates-incomplete',
    message: 'latitude and longitude belong together. Send both, or null for both.',
  },
});
