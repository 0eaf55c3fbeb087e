import Type from 'typebox';
import { GivenPassword, NewPassword } from './sign-in.schema.ts';

export const PasswordChange = Type.Object(
  {
    currentPassword: GivenPassword,
    newPassword: NewPassword,
    revokeOtherSessions: Type.Optional(Type.Boolean({ description: 'Has no effect: the other sessions always end.' })),
  },
  { title: 'PasswordChange' },
);
