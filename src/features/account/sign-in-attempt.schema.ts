import { declareErrors } from '../../platform/errors.ts';

export const signInErrors = declareErrors({
  slowedDown: {
    status: 429,
    code: 'sign-in.slowed-down',
    message: 'Too many wrong passwords for this address. Wait as long as the header Retry-After says, then try again.',
  },
});
