import { declareErrors } from '#platform/errors.ts';

export const storageErrors = declareErrors({
  unavailable: {
    status: 503,
    code: 'storage.unavailable',
    message: 'The file storage is not available. Try again in a minute.',
  },
});
