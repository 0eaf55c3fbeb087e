import { declareErrors } from '../errors.ts';

export const zipErrors = declareErrors({
  broken: {
    status: 400,
    code: 'archive.broken',
    message: 'The file is not a complete ZIP archive. Export it again, and send it unchanged.',
  },
  encrypted: {
    status: 400,
    code: 'archive.encrypted',
    message: 'The archive is protected by a password. Export it without one.',
  },
  tooManyFiles: {
    status: 400,
    code: 'archive.too-many-files',
    message: 'The archive has more than 200,000 files. Split it.',
  },
  tooLarge: {
    status: 400,
    code: 'archive.too-large',
    message: 'The archive is too large once it is unpacked. Split it.',
  },
});
