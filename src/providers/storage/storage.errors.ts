import { declareErrors } from '../../platform/errors.ts';

export const storageErrors = declareErrors({
  unavailable: {
    status: 503,
    code: 'storage.unavailable',
    message: 'Files cannot be read or written at the moment. Try again in a minute.',
  },
});
