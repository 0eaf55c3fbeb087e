import { declareErrors } from '../../errors.ts';

export const uploadErrors = declareErrors({
  wrongType: {
    status: 415,
    code: 'request.unsupported-media-type',
    message: 'This route reads a form. Send multipart/form-data, with the file in the field that /docs names.',
  },
  fileMissing: {
    status: 400,
    code: 'upload.file-missing',
    message: 'There is no file in the field that /docs names. Send multipart/form-data with one.',
  },
  tooManyFiles: { status: 400, code: 'upload.too-many-files', message: 'This route takes one file. Send one.' },
  fieldsInvalid: {
    status: 400,
    code: 'upload.fields-invalid',
    message: 'The form has too many fields, or one that is too long or has no fit name. Send what /docs names.',
  },
  tooLarge: {
    status: 413,
    code: 'upload.too-large',
    message: 'The file is larger than this route takes. Send a smaller one.',
  },
  malformed: {
    status: 400,
    code: 'upload.malformed',
    message: 'The form cannot be read to its end. Send it again, as multipart/form-data.',
  },
});

/** What the library that reads forms throws, by its code there. */
const REFUSALS: Record<string, () => Error> = {
  FST_REQ_FILE_TOO_LARGE: uploadErrors.tooLarge,
  FST_FILES_LIMIT: uploadErrors.tooManyFiles,
  FST_PARTS_LIMIT: uploadErrors.fieldsInvalid,
  FST_FIELDS_LIMIT: uploadErrors.fieldsInvalid,
  FST_PROTO_VIOLATION: uploadErrors.fieldsInvalid,
  FST_INVALID_JSON_FIELD_ERROR: uploadErrors.fieldsInvalid,
  FST_MP_PREMATURE_CLOSE: uploadErrors.malformed,
};

/** What to say to the client about this error; errors that are not about the form stay what they are. */
export function refusalOfUpload(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if ('code' in error) return REFUSALS[String(error.code)]?.() ?? error;
  // Forms that break off or are none end in an error without a code.
  return error.constructor === Error ? uploadErrors.malformed() : error;
}
