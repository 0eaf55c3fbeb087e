import Type, { type Static } from 'typebox';
import { declareErrors } from '../../platform/errors.ts';

export const FileInPath = Type.Object({ '*': Type.String({ description: 'The key of the file.' }) });

/** What makes the address of a private file work, for a while. */
export const Permit = Type.Object({
  expires: Type.Optional(Type.Integer({ description: 'Until when the address works, in seconds since 1970.' })),
  signature: Type.Optional(Type.String({ maxLength: 100 })),
});
export type Permit = Static<typeof Permit>;

const Bytes = Type.Unsafe<Uint8Array>({ type: 'string', format: 'binary' });

export const Picture = {
  description: 'The picture.',
  content: { 'image/webp': { schema: Bytes }, 'image/jpeg': { schema: Bytes }, 'image/png': { schema: Bytes } },
};

export const mediaErrors = declareErrors({
  notFound: {
    status: 404,
    code: 'media.not-found',
    message: 'There is no such file, or its address has expired. Get a fresh address from where you found it.',
  },
});
