import { actorOf } from '#access/actor.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { openUploads } from '#platform/http/upload/upload.ts';
import type { AccountDeps } from '../deps.ts';
import { removeAvatar, uploadAvatar } from './avatar.actions.ts';
import { AvatarForm, MAX_AVATAR_BYTES, ProfileBody } from './profile.schema.ts';

const tags = ['Account'];

export function avatarRoutes(deps: AccountDeps): Routes {
  return (scope) => {
    openUploads(scope, { field: 'avatar', maxBytes: MAX_AVATAR_BYTES, folder: deps.uploadFolder }, (uploads) => {
      uploads.post(
        '/api/user/avatar',
        {
          config: { perHour: 'avatars' },
          schema: {
            tags,
            operationId: 'uploadAvatar',
            summary: 'Upload your avatar',
            description:
              'Send a JPEG, PNG, GIF, WebP, HEIC or AVIF image of up to 10 MB and 50 megapixels. It is stored as a WebP of 512 by 512 pixels, without metadata.',
            body: AvatarForm,
            errors: [
              'image.busy',
              'image.too-many-frames',
              'image.too-many-pixels',
              'image.too-many-waiting',
              'image.too-slow',
              'image.unreadable',
              'storage.unavailable',
            ],
            response: { 200: ProfileBody },
          },
        },
        async (request) => ({ profile: await uploadAvatar(deps, actorOf(request), request.body) }),
      );
    });

    scope.delete(
      '/api/user/avatar',
      {
        schema: {
          tags,
          operationId: 'deleteAvatar',
          summary: 'Delete your avatar',
          description: 'Clears `avatar_url`, whether the avatar was uploaded or a URL.',
          errors: ['storage.unavailable'],
          response: { 200: ProfileBody },
        },
      },
      async (request) => ({ profile: await removeAvatar(deps, actorOf(request)) }),
    );
  };
}
