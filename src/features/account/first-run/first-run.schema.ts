import Type from 'typebox';
import { declareErrors } from '#platform/errors.ts';

export const FirstRunCode = Type.Object(
  {
    code: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'The code that the start of the server prints. Case, spaces and hyphens do not matter.',
    }),
  },
  { title: 'FirstRunCode' },
);

export const firstRunErrors = declareErrors({
  codeInvalid: {
    status: 400,
    code: 'first-run.code-invalid',
    message: 'This code is not valid. Copy the one that the last start of the server printed.',
  },
  finished: {
    status: 409,
    code: 'first-run.finished',
    message: 'This server has a super admin already. Sign in, or ask a super admin for the role.',
  },
});
