import { declareErrors } from '#platform/errors.ts';

export const signInErrors = declareErrors({
  slowedDown: {
    status: 429,
    code: 'sign-in.slowed-down',
    message:
      'Too many wrong passwords for this email address or from your network. Try again after the seconds in the Retry-After header.',
  },
  noMailServer: {
    status: 409,
    code: 'sign-in.no-mail-server',
    message: 'This server sends no email, so there are no links to sign in. Use your password.',
  },
});
