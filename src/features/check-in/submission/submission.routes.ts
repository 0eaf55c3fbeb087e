import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { openUploads } from '#platform/http/upload/upload.ts';
import { CheckInForm, CheckInResult, MAX_PHOTO_BYTES } from '../check-in.schema.ts';
import type { CheckInDeps } from '../deps.ts';
import { checkIn } from './submission.actions.ts';

export function submissionRoutes(deps: CheckInDeps): Routes {
  return openToTokens('workout', (scope) => {
    openUploads(scope, { field: 'photo', maxBytes: MAX_PHOTO_BYTES, folder: deps.uploadFolder }, (uploads) => {
      uploads.post(
        '/api/workout-window/checkin',
        {
          config: { refusedWhileImpersonating: true },
          schema: {
            tags: ['Workout window'],
            operationId: 'createWorkoutCheckIn',
            summary: 'Check in to your workout',
            description:
              'Send a photo of up to 10 MB and 50 megapixels (JPEG, PNG, GIF, WebP, HEIC or AVIF); its metadata is removed. You can check in once a day, at any time. You get one chip, and a second one if the user before you has checked in. The status is `pending` at first, and `verified` soon after unless the photo was used before. You can replace the photo of a check-in that was rejected automatically once, until its date ends.',
            body: CheckInForm,
            errors: [
              'check-in.already-made',
              'check-in.day-not-over',
              'check-in.place-invalid',
              'check-in.rejection-final',
              'check-in.taken-in-future',
              'check-in.window-required',
              'image.busy',
              'image.too-many-frames',
              'image.too-many-pixels',
              'image.too-many-waiting',
              'image.too-slow',
              'image.unreadable',
              'storage.unavailable',
            ],
            response: { 201: CheckInResult },
          },
        },
        async (request, reply) => {
          const result = await checkIn(deps, actorOf(request), request.body);
          return reply.status(201).send(result);
        },
      );
    });
  });
}
