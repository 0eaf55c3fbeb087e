import Type, { type Static } from 'typebox';
import { declareErrors } from '#platform/errors.ts';
import { Profile } from '../profile/profile.schema.ts';

export const NewUser = Type.Object(
  {
    email: Type.String({ format: 'email', maxLength: 254 }),
    name: Type.String({ minLength: 1, maxLength: 200 }),
  },
  { title: 'NewUser' },
);
export type NewUser = Static<typeof NewUser>;

export const NewUserBody = Type.Object(
  {
    user: Profile,
    password: Type.String({ description: 'Returned only here. Its user should change it after the first sign-in.' }),
  },
  { title: 'NewUserBody' },
);

export const accountCreationErrors = declareErrors({
  emailTaken: {
    status: 400,
    code: 'account.email-taken',
    message: 'This email address has an account. Find it with GET /api/admin/users.',
  },
  externalProvider: {
    status: 400,
    code: 'account.external-provider',
    message: 'An external identity provider has the accounts of this server. Create the account there.',
  },
});
