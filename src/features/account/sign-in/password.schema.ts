import Type from 'typebox';
import { AccountEmail, GivenPassword, LinkToken, NewPassword } from './sign-in.schema.ts';

export const PasswordChange = Type.Object(
  {
    currentPassword: GivenPassword,
    newPassword: NewPassword,
    revokeOtherSessions: Type.Optional(Type.Boolean({ description: 'Has no effect: the other sessions always end.' })),
  },
  { title: 'PasswordChange' },
);

export const PasswordResetRequest = Type.Object({ email: AccountEmail }, { title: 'PasswordResetRequest' });

export const PasswordReset = Type.Object(
  {
    token: LinkToken,
    newPassword: NewPassword,
    endPrograms: Type.Optional(
      Type.Boolean({
        description:
          'false keeps passkeys, personal access tokens, webhooks, push devices, the journal address and the consent to MCP. true if absent: another person may have made them.',
      }),
    ),
  },
  { title: 'PasswordReset' },
);
