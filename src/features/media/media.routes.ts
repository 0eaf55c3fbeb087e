import type { AppParts } from '#access/feature.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { isMatch } from '#platform/http/revalidation.ts';
import type { MediaDeps } from './deps.ts';
import { readMedia } from './media.actions.ts';
import { FileInPath, Image, NotModified, UrlSignature } from './media.schema.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

export function mediaRoutes(deps: MediaDeps, { publicFolders }: Pick<AppParts, 'publicFolders'>): Routes {
  return (scope) => {
    scope.get(
      '/media/*',
      {
        config: { servesFiles: true },
        schema: {
          tags: ['Files'],
          operationId: 'getFile',
          summary: 'Get an image',
          description:
            'URLs in other responses, such as `avatar_url`, lead here. The content of a public URL never changes. The URL of a private image is signed: it stays the same all day (UTC) and expires at the end of the next. That of a picture of an entry ends before, when the entry is deleted, or no longer shared with the readers of the URL.',
          params: FileInPath,
          querystring: UrlSignature,
          errors: ['media.not-found', 'storage.unavailable'],
          response: { 200: Image, 304: NotModified },
        },
      },
      async (request, reply) => {
        const { bytes, contentType, etag, freshSeconds } = await readMedia(
          deps,
          publicFolders,
          request.params['*'],
          request.query,
        );
        reply.headers({
          etag,
          'cache-control':
            freshSeconds === null ? `public, max-age=${YEAR_SECONDS}, immutable` : `private, max-age=${freshSeconds}`,
          // Web clients of any origin may show the image. CORS decides whether they may read it.
          'cross-origin-resource-policy': 'cross-origin',
        });
        if (isMatch(request.headers['if-none-match'], etag)) return reply.status(304).send(undefined);
        return reply.type(contentType).header('content-disposition', 'inline').send(bytes);
      },
    );
  };
}
