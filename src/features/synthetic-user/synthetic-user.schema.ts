import Type, { type Static } from 'typebox';
import { declareErrors } from '../../platform/errors.ts';
import { listSchema } from '../../platform/http/pagination.ts';
import { Nullable, TimeOfDay, Timestamp, Uuid } from '../../platform/http/shapes.ts';
import { ActivityType } from '../workout-window/index.ts';

export const SyntheticUser = Type.Object(
  {
    id: Uuid,
    user_name: Type.String(),
    is_ai: Type.Boolean({ description: 'Always true.' }),
    region: Type.String(),
    city: Type.String(),
    state: Type.String(),
    timezone: Type.String(),
    activity_type: ActivityType,
    custom_activity: Nullable(Type.String()),
    window_start_time: TimeOfDay,
    window_end_time: TimeOfDay,
    check_in_probability: Type.Number({ description: 'In percent.' }),
    is_active: Type.Boolean({ description: 'Whether they are matched, and check in.' }),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'SyntheticUser' },
);
export type SyntheticUser = Static<typeof SyntheticUser>;

export const SyntheticUserBody = Type.Object({ user: SyntheticUser }, { title: 'SyntheticUserBody' });
export const SyntheticUserList = listSchema('users', SyntheticUser);

export const Toggle = Type.Object(
  {
    isActive: Type.Boolean({ description: 'False takes them out of chains and keeps them from checking in.' }),
  },
  { title: 'SyntheticUserToggle' },
);
export type Toggle = Static<typeof Toggle>;

const Share = Type.Optional(Type.Number());

/** Shares are relations between the keys of a distribution: they need not come to 100. */
const GenerationConfig = Type.Object(
  {
    regions: Type.Optional(
      Type.Object({
        'West Coast': Share,
        'East Coast': Share,
        Midwest: Share,
        South: Share,
        'Mountain West': Share,
      }),
    ),
    activities: Type.Optional(
      Type.Object({
        cardio: Share,
        strength: Share,
        walk: Share,
        meditation: Share,
        reading: Share,
        homework: Share,
        other: Share,
      }),
    ),
    windowSlots: Type.Optional(
      Type.Object({ '6-8': Share, '8-10': Share, '12-14': Share, '14-16': Share, '16-18': Share, '18-20': Share }),
    ),
    checkInProbability: Type.Optional(Type.Number({ description: 'In percent, 0 to 100.' })),
  },
  { title: 'SyntheticUserConfig' },
);

export const Generation = Type.Object(
  {
    count: Type.Integer({ minimum: 1, maximum: 1_000 }),
    config: Type.Optional(GenerationConfig),
  },
  { title: 'SyntheticUserGeneration' },
);
export type Generation = Static<typeof Generation>;

export const GenerationBody = Type.Object(
  {
    created: Type.Integer(),
    failed: Type.Integer({ description: 'Who could not be made; ask for so many again.' }),
    users: Type.Array(SyntheticUser),
    errors: Type.Array(Type.String()),
  },
  { title: 'SyntheticUserGenerationBody' },
);
export type GenerationBody = Static<typeof GenerationBody>;

export const CheckInRunBody = Type.Object(
  {
    success: Type.Boolean(),
    message: Type.String(),
    results: Type.Object({
      checked_in: Type.Integer(),
      skipped: Type.Integer({
        description: 'Whose hour has come, and who stay away today, had checked in before, or are in no chain.',
      }),
      failed: Type.Integer(),
      errors: Type.Array(Type.String()),
    }),
  },
  { title: 'SyntheticCheckInRun' },
);
export type CheckInRunBody = Static<typeof CheckInRunBody>;

export const syntheticUserErrors = declareErrors({
  configUnusable: {
    status: 400,
    code: 'synthetic-user.config-unusable',
    message:
      'Nobody can be generated so. Each distribution needs a share above zero for one of its keys at least, and none below zero or above a million; checkInProbability is 0 to 100.',
  },
  notFound: {
    status: 404,
    code: 'synthetic-user.not-found',
    message: 'No synthetic person has this id. See GET /api/workout-window/admin/ai-users.',
  },
  inCharge: {
    status: 400,
    code: 'synthetic-user.in-charge',
    message: 'This one owns an organization, or a team names them as its admin. Hand these over first.',
  },
});
