import Type, { type Static } from 'typebox';
import { ActivityType } from '#features/workout-window';
import { declareErrors } from '#platform/errors.ts';
import { listSchema } from '#platform/http/pagination.ts';
import { Nullable, TimeOfDay, Timestamp, Uuid } from '#platform/http/shapes.ts';

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
    is_active: Type.Boolean({ description: 'Whether the user is matched and checks in.' }),
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
    isActive: Type.Boolean({ description: 'False removes the user from chains and stops their check-ins.' }),
  },
  { title: 'SyntheticUserToggle' },
);
export type Toggle = Static<typeof Toggle>;

export const syntheticUserErrors = declareErrors({
  configUnusable: {
    status: 400,
    code: 'synthetic-user.config-unusable',
    message:
      'The config cannot be used. Each distribution needs at least one share above zero, and no share below zero or above a million. checkInProbability must be 0 to 100.',
  },
  notFound: {
    status: 404,
    code: 'synthetic-user.not-found',
    message: 'No synthetic user has this id. List them with GET /api/workout-window/admin/ai-users.',
  },
  inCharge: {
    status: 400,
    code: 'synthetic-user.in-charge',
    message: 'This user owns an organization or is the admin of a team. Transfer these first.',
  },
});
