import { declareErrors } from '../../../platform/errors.ts';

export const signInErrors = declareErrors({
  slowedDown: {
    status: 429,
    code: 'sign-in.slowed-down',
    message: 'Too many wrong passwords for this email address. Try again after the seconds in the Retry-After header.',
  },
});
