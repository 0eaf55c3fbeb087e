import { declareErrors } from '#platform/errors.ts';

export const accountErrors = declareErrors({
  tokenMissing: {
    status: 401,
    code: 'auth.token-missing',
    message: 'Send an access token in the header: Authorization: Bearer <token>.',
  },
  tokenInvalid: {
    status: 401,
    code: 'auth.token-invalid',
    message: 'The access token is invalid or has expired. Get a new one and try again.',
  },
  notSuperAdmin: {
    status: 403,
    code: 'auth.not-super-admin',
    message: 'Only super admins can do this. If you have just become one, sign in again to get a new token.',
  },
});
