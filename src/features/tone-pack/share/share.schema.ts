import Type, { type Static } from 'typebox';
import { declareErrors } from '#platform/errors.ts';
import { Nullable, Timestamp, Uuid } from '#platform/http/shapes.ts';

export const Share = Type.Object(
  {
    id: Uuid,
    pack_id: Uuid,
    user_id: Nullable(Uuid),
    email: Nullable(Type.String()),
    created_at: Timestamp,
  },
  { title: 'TonePackShare' },
);
export type Share = Static<typeof Share>;

export const ShareBody = Type.Object({ share: Share }, { title: 'TonePackShareBody' });

export const NewShare = Type.Object(
  {
    user_id: Type.Optional(Uuid),
    email: Type.Optional(Type.String({ minLength: 3, maxLength: 254, pattern: '^[^\\s@]+@[^\\s@]+$' })),
  },
  { title: 'NewTonePackShare' },
);
export type NewShare = Static<typeof NewShare>;

export const PackAndUserInPath = Type.Object({ id: Uuid, userId: Uuid });

export const shareErrors = declareErrors({
  withOne: {
    status: 400,
    code: 'tone-pack.share-with-one',
    message: 'Send either the email or the user_id of the recipient, not both.',
  },
  withOneself: {
    status: 400,
    code: 'tone-pack.share-with-oneself',
    message: 'This pack is yours. Choose another recipient.',
  },
  userNotFound: {
    status: 404,
    code: 'tone-pack.user-not-found',
    message: 'No user has this user_id. Search users with GET /api/users/search.',
  },
  notShared: {
    status: 404,
    code: 'tone-pack.not-shared',
    message: 'The pack is not shared with this user.',
  },
});
