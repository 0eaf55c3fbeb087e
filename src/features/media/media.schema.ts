import Type, { type Static } from 'typebox';
import { declareErrors } from '#platform/errors.ts';

export const FileInPath = Type.Object({ '*': Type.String({ description: 'The key of the file.' }) });

/** The query of a signed URL. */
export const UrlSignature = Type.Object({
  expires: Type.Optional(Type.Integer({ description: 'When the URL expires, in seconds since 1970.' })),
  audience: Type.Optional(
    Type.String({ maxLength: 36, description: 'The readers of the URL. Without it, the owner of the file.' }),
  ),
  signature: Type.Optional(Type.String({ maxLength: 100 })),
});
export type UrlSignature = Static<typeof UrlSignature>;

const Bytes = Type.Unsafe<Uint8Array>({ type: 'string', format: 'binary' });

export const Image = {
  description: 'The image.',
  content: { 'image/webp': { schema: Bytes }, 'image/jpeg': { schema: Bytes }, 'image/png': { schema: Bytes } },
};

/** A response without a body: the client has the current image. */
export const NotModified = Type.Unsafe<undefined>({
  type: 'null',
  description: 'The client has the current image (`If-None-Match`).',
});

export const mediaErrors = declareErrors({
  notFound: {
    status: 404,
    code: 'media.not-found',
    message: 'The file does not exist, or its URL has expired. Get a new URL from the response that contained it.',
  },
});
