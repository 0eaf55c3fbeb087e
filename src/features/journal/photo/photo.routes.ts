import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { openUploads } from '#platform/http/upload/upload.ts';
import type { JournalDeps } from '../deps.ts';
import { uploadPhoto } from './photo.actions.ts';
import { MAX_PHOTO_BYTES, PhotoBody, PhotoForm } from './photo.schema.ts';

export function photoRoutes(deps: JournalDeps): Routes {
  return openToTokens({ read: 'journal:read', write: 'journal:write' }, (scope) => {
    openUploads(scope, { field: 'file', maxBytes: MAX_PHOTO_BYTES, folder: deps.uploadFolder }, (uploads) => {
      uploads.post(
        '/api/media',
        {
          config: { perHour: 'photos' },
          schema: {
            tags: ['Journal'],
            operationId: 'uploadMedia',
            summary: 'Upload a photo for an entry',
            description:
              'Send a JPEG, PNG, GIF, WebP, HEIC or AVIF picture of up to 10 MB and 50 megapixels. It is turned upright and stored in three sizes, without metadata; of an animation the first picture is kept. Add its id to the `photo_ids` of an entry within a day, or it is deleted. You can have 50 photos that no entry contains.',
            body: PhotoForm,
            errors: [
              'image.busy',
              'image.too-many-frames',
              'image.too-many-pixels',
              'image.too-many-waiting',
              'image.too-slow',
              'image.unreadable',
              'media.too-many-unattached',
              'storage.unavailable',
            ],
            response: { 201: PhotoBody },
          },
        },
        async (request, reply) => {
          const media = await uploadPhoto(deps, actorOf(request), request.body.file);
          return reply.status(201).send({ media });
        },
      );
    });
  });
}
