import Type, { type Static } from 'typebox';
import { declareErrors } from '../../../platform/errors.ts';
import { listSchema } from '../../../platform/http/pagination.ts';
import { Nullable, Timestamp, Uuid } from '../../../platform/http/shapes.ts';

const BlockedUser = Type.Object(
  { id: Uuid, full_name: Type.String(), avatar_url: Nullable(Type.String()), blocked_at: Timestamp },
  { title: 'BlockedUser' },
);
export type BlockedUser = Static<typeof BlockedUser>;

export const BlockedUsers = listSchema('users', BlockedUser);

export const blockErrors = declareErrors({
  oneself: { status: 400, code: 'block.oneself', message: 'You cannot block yourself. Send the id of another user.' },
  userNotFound: {
    status: 404,
    code: 'block.person-not-found',
    message: 'There is no user with this id. Find users with GET /api/users/search.',
  },
});
