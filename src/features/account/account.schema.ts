import Type, { type Static } from 'typebox';
import { declareErrors } from '../../platform/errors.ts';
import { Nullable, Timestamp, Uuid } from '../../platform/http/shapes.ts';

export const Role = Type.Enum(['user', 'super_admin'], { title: 'UserRole' });

/** What a person can set; the active tone pack is chosen by activating one. */
const Preferences = Type.Object(
  {
    theme: Type.Optional(Type.String({ maxLength: 50 })),
    notifications: Type.Optional(Type.Boolean()),
    timezone: Type.Optional(Type.String({ maxLength: 50, description: 'An IANA zone, such as Europe/Lisbon.' })),
    mosaic_photo: Type.Optional(
      Type.Boolean({
        description:
          'Whether check-in photos may appear in the mosaic, whose picture everybody can see who is given its address.',
      }),
    ),
    leaderboard: Type.Optional(
      Type.Boolean({
        description: 'Whether you may appear on the board of those who encourage others; false leaves you out.',
      }),
    ),
    email_digest: Type.Optional(
      Type.Boolean({
        description:
          'Whether the letter about your week comes by mail: only where this is true, and the identity provider vouches for your address.',
      }),
    ),
    email_reminders: Type.Optional(
      Type.Boolean({ description: 'Whether you are reminded of your window by mail; only where this is true.' }),
    ),
    step_prompts: Type.Optional(
      Type.Boolean({
        description: 'Whether you are told when an experiment of yours waits; you are unless this is false.',
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
    full_name: Type.String(),
    avatar_url: Nullable(Type.String()),
    preferences: StoredPreferences,
    drops_balance: Type.Integer(),
    role: Role,
    is_ai: Type.Boolean(),
    is_active: Type.Boolean(),
    read_notes_enabled: Type.Boolean(),
    check_in_enabled: Type.Boolean(),
    is_classroom: Type.Boolean({ description: 'Whether this person takes part in a classroom.' }),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'Profile' },
);
export type Profile = Static<typeof Profile>;

/** A profile as its owner has it. */
const OwnProfile = Type.Object(
  {
    ...Profile.properties,
    inbound_address: Type.Union([Type.String(), Type.Null()], {
      description:
        'What is sent to this address becomes a private entry of the journal: keep it to yourself. null to whoever acts in the place of the person.',
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
    read_notes_enabled: Type.Optional(
      Type.Boolean({ description: 'Lets the assistant read the notes of this person.' }),
    ),
    check_in_enabled: Type.Optional(Type.Boolean({ description: 'Lets the assistant send a drop each day.' })),
  },
  { title: 'ProfileChange' },
);
export type ProfileChange = Static<typeof ProfileChange>;

export const TokenToVerify = Type.Object(
  { token: Type.String({ minLength: 1, maxLength: 16_384 }) },
  { title: 'TokenToVerify' },
);

export const VerifiedUserBody = Type.Object(
  {
    user: Type.Object({ id: Uuid, email: Nullable(Type.String()) }),
  },
  { title: 'VerifiedUserBody' },
);

export const accountErrors = declareErrors({
  tokenMissing: {
    status: 401,
    code: 'auth.token-missing',
    message: 'Send an access token in the header: Authorization: Bearer <token>.',
  },
  tokenInvalid: {
    status: 401,
    code: 'auth.token-invalid',
    message: 'The access token is not valid, or has expired. Get a fresh one and try again.',
  },
  blocked: { status: 403, code: 'account.blocked', message: 'This account is blocked. Ask an administrator.' },
  otherIssuer: {
    status: 403,
    code: 'account.other-issuer',
    message:
      'This account belongs to another identity provider. Ask whoever runs the service to name that one in AUTH_FORMER_ISSUERS.',
  },
  notSuperAdmin: {
    status: 403,
    code: 'auth.not-super-admin',
    message: 'This is for super admins. If you have just become one, sign in again to get a fresh token.',
  },
  avatarInvalid: {
    status: 400,
    code: 'account.avatar-invalid',
    message: 'An avatar_url must be an https address, or one of this service.',
  },
  consentWhileImpersonating: {
    status: 403,
    code: 'account.consent-while-impersonating',
    message:
      'Only the person can decide this: what is read, shown, or sent to them. Leave out all but full_name, avatar_url, preferences.theme and preferences.timezone.',
  },
  timezoneUnknown: {
    status: 400,
    code: 'account.timezone-unknown',
    message: 'preferences.timezone must be an IANA zone, such as Europe/Lisbon.',
  },
});
