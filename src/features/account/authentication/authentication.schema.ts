import Type from 'typebox';
import { declareErrors } from '#platform/errors.ts';
import { Nullable, Uuid } from '#platform/http/shapes.ts';

export const TokenToVerify = Type.Object(
  { token: Type.String({ minLength: 1, maxLength: 16_384 }) },
  { title: 'TokenToVerify' },
);

export const VerifiedUserBody = Type.Object(
  {
    user: Type.Object({ id: Uuid, email: Nullable(Type.String()) }),
  },
  { title: 'VerifiedUserBody' },
);

export const authenticationErrors = declareErrors({
  blocked: { status: 403, code: 'account.blocked', message: 'This account is blocked. Ask an administrator.' },
  deletionPending: {
    status: 403,
    code: 'account.deletion-pending',
    message:
      'This account is to be deleted, as you asked. POST /api/user/account/restore restores it until the instant in current.erase_at.',
  },
  deleted: {
    status: 403,
    code: 'account.deleted',
    message: 'This account was deleted. Sign in again to start a new one.',
  },
  otherIssuer: {
    status: 403,
    code: 'account.other-issuer',
    message:
      'This account belongs to another identity provider. Ask the operator to add that one to AUTH_FORMER_ISSUERS.',
  },
});
