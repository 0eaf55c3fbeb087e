import Type, { type Static } from 'typebox';
import { declareErrors } from '#platform/errors.ts';
import { Nullable, Timestamp, Uuid } from '#platform/http/shapes.ts';
import { FileInBody } from '#platform/http/upload/upload.ts';

export const Role = Type.Enum(['user', 'super_admin'], { title: 'UserRole' });

const DAY_START = /^(0[0-5]:(00|15|30|45)|06:00)$/;

/** Whether a day can begin at the time: at a quarter hour from 00:00 to 06:00. */
export function isDayStart(value: unknown): value is string {
  return typeof value === 'string' && DAY_START.test(value);
}

/** The preferences that a user can set. The active tone pack is set by activating one. */
const Preferences = Type.Object(
  {
    theme: Type.Optional(Type.String({ maxLength: 50 })),
    notifications: Type.Optional(Type.Boolean()),
    timezone: Type.Optional(Type.String({ maxLength: 50, description: 'An IANA time zone, such as Europe/Lisbon.' })),
    day_start: Type.Optional(
      Type.String({
        pattern: DAY_START.source,
        description:
          'The time at which your day begins, in quarter hours from 00:00 (the default) to 06:00. It decides which date today is for the journal, goals and wellbeing. It moves no timestamp and no workout window.',
      }),
    ),
    mosaic_photo: Type.Optional(
      Type.Boolean({
        description:
          'Whether check-in photos may appear in the mosaic. Its picture is visible to all users who have its URL.',
      }),
    ),
    leaderboard: Type.Optional(
      Type.Boolean({
        description: 'Whether you may appear on the leaderboard of encouragement.',
      }),
    ),
    email_digest: Type.Optional(
      Type.Boolean({
        description:
          'Whether you get the weekly digest by email. Off by default; requires an email address verified by the identity provider.',
      }),
    ),
    email_reminders: Type.Optional(
      Type.Boolean({ description: 'Whether you get reminders of your workout window by email. Off by default.' }),
    ),
    step_prompts: Type.Optional(
      Type.Boolean({
        description: 'Whether you are notified about the next step of an unfinished experiment. On by default.',
      }),
    ),
    mcp: Type.Optional(
      Type.Boolean({
        description: 'Whether MCP clients may use `POST /mcp` with your personal access tokens. Off by default.',
      }),
    ),
  },
  { title: 'Preferences' },
);
export type Preferences = Static<typeof Preferences>;

const StoredPreferences = Type.Intersect([Preferences, Type.Object({ active_tone_pack_id: Type.Optional(Uuid) })], {
  title: 'StoredPreferences',
});
export type StoredPreferences = Static<typeof StoredPreferences>;

export const Profile = Type.Object(
  {
    id: Uuid,
    email: Nullable(Type.String()),
    email_verified: Type.Boolean({ description: 'Whether the identity provider has verified the email address.' }),
    full_name: Type.String(),
    avatar_url: Nullable(Type.String()),
    preferences: StoredPreferences,
    drops_balance: Type.Integer(),
    role: Role,
    is_ai: Type.Boolean(),
    is_active: Type.Boolean(),
    read_notes_enabled: Type.Boolean(),
    check_in_enabled: Type.Boolean(),
    is_classroom: Type.Boolean({ description: 'Whether this is a classroom user.' }),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'Profile' },
);
export type Profile = Static<typeof Profile>;

export const OwnProfile = Type.Object(
  {
    ...Profile.properties,
    inbound_address: Type.Union([Type.String(), Type.Null()], {
      description:
        'Your journal address: mail sent to it becomes a private entry, so keep it secret. null while impersonating, and for a personal access token.',
    }),
  },
  { title: 'OwnProfile' },
);
export type OwnProfile = Static<typeof OwnProfile>;

export const ProfileBody = Type.Object({ profile: OwnProfile }, { title: 'ProfileBody' });

export const ProfileChange = Type.Object(
  {
    full_name: Type.Optional(Type.String({ maxLength: 200 })),
    avatar_url: Type.Optional(Nullable(Type.String({ maxLength: 2048 }))),
    preferences: Type.Optional(Preferences),
    read_notes_enabled: Type.Optional(Type.Boolean({ description: 'Whether the assistant may read your entries.' })),
    check_in_enabled: Type.Optional(Type.Boolean({ description: 'Whether the assistant may send you a daily drop.' })),
  },
  { title: 'ProfileChange' },
);
export type ProfileChange = Static<typeof ProfileChange>;

export const MAX_AVATAR_BYTES = 10 * 1024 * 1024;

export const AvatarForm = Type.Object({ avatar: FileInBody }, { title: 'AvatarForm' });
export type AvatarForm = Static<typeof AvatarForm>;

export const profileErrors = declareErrors({
  avatarInvalid: {
    status: 400,
    code: 'account.avatar-invalid',
    message: 'avatar_url must be an https URL, or a URL of this service.',
  },
  consentWhileImpersonating: {
    status: 403,
    code: 'account.consent-while-impersonating',
    message:
      'Only the user can change what is read, shown or sent. Send only full_name, avatar_url, preferences.theme, preferences.timezone and preferences.day_start.',
  },
  timezoneUnknown: {
    status: 400,
    code: 'account.timezone-unknown',
    message: 'preferences.timezone must be an IANA time zone, such as Europe/Lisbon.',
  },
});
