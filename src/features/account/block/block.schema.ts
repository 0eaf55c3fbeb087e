import Type, { type Static } from 'typebox';
import { declareErrors } from '#platform/errors.ts';
import { listSchema } from '#platform/http/pagination.ts';
import { Timestamp } from '#platform/http/shapes.ts';
import { UserSummary } from '../user-summary/user-summary.schema.ts';

const BlockedUser = Type.Object({ ...UserSummary.properties, blocked_at: Timestamp }, { title: 'BlockedUser' });
export type BlockedUser = Static<typeof BlockedUser>;

export const BlockedUsers = listSchema('users', BlockedUser);

export const blockErrors = declareErrors({
  oneself: { status: 400, code: 'block.oneself', message: 'You cannot block yourself. Send the id of another user.' },
  userNotFound: {
    status: 404,
    code: 'block.user-not-found',
    message: 'There is no user with this id. Find users with GET /api/users/search.',
  },
});
