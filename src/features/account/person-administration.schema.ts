import Type, { type Static } from 'typebox';
import { declareErrors } from '../../platform/errors.ts';
import { PageQuery } from '../../platform/http/pagination.ts';
import { Profile, Role } from './account.schema.ts';

export const PeopleQuery = Type.Object({
  ...PageQuery.properties,
  q: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'A part of the name or of the address, in any case.' }),
  ),
});
export type PeopleQuery = Static<typeof PeopleQuery>;

export const PersonBody = Type.Object({ user: Profile }, { title: 'UserProfileBody' });

export const RoleChange = Type.Object({ role: Role }, { title: 'UserRoleChange' });
export type RoleChange = Static<typeof RoleChange>;

export const PersonChange = Type.Object(
  {
    is_active: Type.Optional(Type.Boolean({ description: 'Whether the person may call; false blocks them.' })),
    is_classroom: Type.Optional(
      Type.Boolean({
        description:
          'Whether the person takes part in a classroom: then they post no videos, and copy only what is safe there.',
      }),
    ),
  },
  { title: 'UserChange' },
);
export type PersonChange = Static<typeof PersonChange>;

export const personErrors = declareErrors({
  notFound: {
    status: 404,
    code: 'account.not-found',
    message: 'Nobody has this id. Look it up in GET /api/admin/users.',
  },
  lastSuperAdmin: {
    status: 400,
    code: 'account.last-super-admin',
    message: 'Nobody could administer after that. Make somebody else a super admin first.',
  },
  aiCannotAdminister: {
    status: 400,
    code: 'account.ai-cannot-administer',
    message: 'This is no human: only people can be super admins.',
  },
});
