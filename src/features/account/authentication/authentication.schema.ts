import Type from 'typebox';
import { declareErrors } from '../../../platform/errors.ts';
import { Nullable, Uuid } from '../../../platform/http/shapes.ts';

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
  otherIssuer: {
    status: 403,
    code: 'account.other-issuer',
    message:
      'This account belongs to another identity provider. Ask the operator to add that one to AUTH_FORMER_ISSUERS.',
  },
});
