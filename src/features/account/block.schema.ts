import Type, { type Static } from 'typebox';
import { declareErrors } from '../../platform/errors.ts';
import { listSchema } from '../../platform/http/pagination.ts';
import { Nullable, Timestamp, Uuid } from '../../platform/http/shapes.ts';

const BlockedPerson = Type.Object(
  { id: Uuid, full_name: Type.String(), avatar_url: Nullable(Type.String()), blocked_at: Timestamp },
  { title: 'BlockedUser' },
);
export type BlockedPerson = Static<typeof BlockedPerson>;

export const BlockedPeople = listSchema('users', BlockedPerson);

export const blockErrors = declareErrors({
  oneself: { status: 400, code: 'block.oneself', message: 'This is you. Name somebody else to block.' },
  personNotFound: {
    status: 404,
    code: 'block.person-not-found',
    message: 'There is nobody with this id. Take the id from where you met the person.',
  },
});
