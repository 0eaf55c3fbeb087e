import Type, { type Static } from 'typebox';
import { declareErrors } from '../../platform/errors.ts';
import { listSchema } from '../../platform/http/pagination.ts';
import { Timestamp, Uuid } from '../../platform/http/shapes.ts';
import { Profile } from './account.schema.ts';

export const NewImpersonation = Type.Object(
  {
    target_id: Uuid,
    reason: Type.String({ minLength: 1, maxLength: 1_000, pattern: '\\S', description: 'Kept in the log. Not blank.' }),
  },
  { title: 'NewImpersonation' },
);
export type NewImpersonation = Static<typeof NewImpersonation>;

export const StartedImpersonation = Type.Object(
  {
    token: Type.String({ description: 'Send it as bearer in place of your own access token.' }),
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
    ended_at: Type.Union([Timestamp, Type.Null()], { description: 'When it was stopped; null where it was not.' }),
  },
  { title: 'Impersonation' },
);
export type Impersonation = Static<typeof Impersonation>;

export const ImpersonationList = listSchema('logs', Impersonation);

export const impersonationErrors = declareErrors({
  ended: {
    status: 401,
    code: 'auth.impersonation-ended',
    message: 'This impersonation is over. Go on with an access token of your own.',
  },
  refused: {
    status: 403,
    code: 'auth.refused-while-impersonating',
    message: 'Nobody can do this in the place of somebody else. Stop the impersonation first.',
  },
  targetUnknown: {
    status: 404,
    code: 'impersonation.target-unknown',
    message: 'Nobody has this target_id. Look it up in GET /api/admin/users.',
  },
  targetIsOneself: {
    status: 400,
    code: 'impersonation.target-is-oneself',
    message: 'You are this person already. Name somebody else as target_id.',
  },
  targetIsSuperAdmin: {
    status: 400,
    code: 'impersonation.target-is-super-admin',
    message: 'Super admins cannot be impersonated. Name somebody else as target_id.',
  },
  targetIsBlocked: {
    status: 400,
    code: 'impersonation.target-is-blocked',
    message: 'This person is blocked, and could do nothing. Let them in again first.',
  },
  notRunning: {
    status: 400,
    code: 'impersonation.not-under-way',
    message: 'This access token is your own. Send the token of the impersonation that is to stop.',
  },
});
