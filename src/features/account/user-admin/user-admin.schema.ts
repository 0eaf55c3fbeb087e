import Type, { type Static } from 'typebox';
import { declareErrors } from '#platform/errors.ts';
import { PageQuery } from '#platform/http/pagination.ts';
import { Profile, Role } from '../profile/profile.schema.ts';

export const ProfileQuery = Type.Object({
  ...PageQuery.properties,
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description:
        'Words with which words of the name begin, whatever their accents and case, or a part of the email address.',
    }),
  ),
});
export type ProfileQuery = Static<typeof ProfileQuery>;

export const UserBody = Type.Object({ user: Profile }, { title: 'UserProfileBody' });

export const RoleChange = Type.Object({ role: Role }, { title: 'UserRoleChange' });
export type RoleChange = Static<typeof RoleChange>;

export const UserChange = Type.Object(
  {
    is_active: Type.Optional(Type.Boolean({ description: 'false blocks the user.' })),
    is_classroom: Type.Optional(
      Type.Boolean({
        description:
          'Whether this is a classroom user, who cannot post videos and can copy only experiments that are safe there.',
      }),
    ),
  },
  { title: 'UserChange' },
);
export type UserChange = Static<typeof UserChange>;

export const userErrors = declareErrors({
  notFound: {
    status: 404,
    code: 'account.not-found',
    message: 'There is no user with this id. Find users with GET /api/admin/users.',
  },
  lastSuperAdmin: {
    status: 400,
    code: 'account.last-super-admin',
    message: 'This is the last super admin. Make another user a super admin first.',
  },
  aiCannotAdminister: {
    status: 400,
    code: 'account.ai-cannot-administer',
    message: 'A synthetic user cannot be a super admin.',
  },
});
