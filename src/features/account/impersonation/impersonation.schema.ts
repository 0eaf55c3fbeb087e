import Type, { type Static } from 'typebox';
import { declareErrors } from '#platform/errors.ts';
import { listSchema } from '#platform/http/pagination.ts';
import { Timestamp, Uuid } from '#platform/http/shapes.ts';
import { Profile } from '../profile/profile.schema.ts';

export const NewImpersonation = Type.Object(
  {
    target_id: Uuid,
    reason: Type.String({
      minLength: 1,
      maxLength: 1_000,
      pattern: '\\S',
      description: 'Stored in the log. Must not be blank.',
    }),
  },
  { title: 'NewImpersonation' },
);
export type NewImpersonation = Static<typeof NewImpersonation>;

export const StartedImpersonation = Type.Object(
  {
    token: Type.String({ description: 'Send it as bearer token instead of your own access token.' }),
    expires_at: Timestamp,
    user: Profile,
  },
  { title: 'StartedImpersonation' },
);
export type StartedImpersonation = Static<typeof StartedImpersonation>;

const Impersonation = Type.Object(
  {
    id: Uuid,
    admin_id: Uuid,
    target_id: Uuid,
    reason: Type.String(),
    created_at: Timestamp,
    expires_at: Timestamp,
    ended_at: Type.Union([Timestamp, Type.Null()], { description: 'When it was stopped, or null.' }),
  },
  { title: 'Impersonation' },
);
export type Impersonation = Static<typeof Impersonation>;

export const ImpersonationList = listSchema('logs', Impersonation);

export const impersonationErrors = declareErrors({
  ended: {
    status: 401,
    code: 'auth.impersonation-ended',
    message: 'This impersonation has ended. Use your own access token.',
  },
  refused: {
    status: 403,
    code: 'auth.refused-while-impersonating',
    message: 'This cannot be done while impersonating. Stop the impersonation first.',
  },
  targetUnknown: {
    status: 404,
    code: 'impersonation.target-unknown',
    message: 'There is no user with this target_id. Find users with GET /api/admin/users.',
  },
  targetIsOneself: {
    status: 400,
    code: 'impersonation.target-is-oneself',
    message: 'You cannot impersonate yourself. Send the id of another user as target_id.',
  },
  targetIsSuperAdmin: {
    status: 400,
    code: 'impersonation.target-is-super-admin',
    message: 'Super admins cannot be impersonated. Send the id of another user as target_id.',
  },
  targetIsBlocked: {
    status: 400,
    code: 'impersonation.target-is-blocked',
    message: 'This user is blocked. Unblock the user first.',
  },
  notRunning: {
    status: 400,
    code: 'impersonation.not-under-way',
    message: 'This access token is your own. Send the token of the impersonation.',
  },
});
