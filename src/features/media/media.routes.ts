import type { Routes } from '../../platform/http/guarded-routes.ts';
import { type ReadMediaDeps, readMedia } from './media.actions.ts';
import { FileInPath, Permit, Picture } from './media.schema.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

export function mediaRoutes(deps: ReadMediaDeps): Routes {
  return (scope) => {
    scope.get(
      '/media/*',
      {
        config: { servesFiles: true },
        schema: {
          tags: ['Files'],
          summary: 'Read a picture',
          description:
            'Where `avatar_url` and the like lead. What is public has an address that never changes its content; an address of something private carries a signature, and works for less than an hour.',
          params: FileInPath,
          querystring: Permit,
          response: { 200: Picture },
        },
      },
      async (request, reply) => {
        const { bytes, contentType, secondsLeft } = await readMedia(deps, request.params['*'], request.query);
        return reply
          .type(contentType)
          .headers({
            'cache-control':
              secondsLeft === null ? `public, max-age=${YEAR_SECONDS}, immutable` : `private, max-age=${secondsLeft}`,
            // Web clients of any origin may show it; whether they may read it is for CORS to say.
            'cross-origin-resource-policy': 'cross-origin',
            'content-disposition': 'inline',
          })
          .send(bytes);
      },
    );
  };
}
