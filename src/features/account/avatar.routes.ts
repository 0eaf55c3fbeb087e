import { actorOf } from '../../access/actor.ts';
import type { Routes } from '../../platform/http/guarded-routes.ts';
import { openUploads } from '../../platform/http/upload.ts';
import { ProfileBody } from './account.schema.ts';
import { type AvatarDeps, removeAvatar, uploadAvatar } from './avatar.actions.ts';
import { AvatarForm } from './avatar.schema.ts';

const tags = ['Account'];

const LARGEST_AVATAR_BYTES = 10 * 1024 * 1024;

export function avatarRoutes(deps: AvatarDeps): Routes {
  return (scope) => {
    openUploads(scope, { field: 'avatar', maxBytes: LARGEST_AVATAR_BYTES, folder: deps.uploadFolder }, (uploads) => {
      uploads.post(
        '/api/user/avatar',
        {
          config: { perHour: 'avatars' },
          schema: {
            tags,
            summary: 'Upload your avatar',
            description:
              'A JPEG, PNG, GIF or WebP of up to 10 MB and 50 megapixels. It becomes a square WebP of 512 by 512 pixels, without anything else that the file held.',
            body: AvatarForm,
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
          summary: 'Remove your avatar',
          description: 'The profile has none then, wherever the one before was.',
          response: { 200: ProfileBody },
        },
      },
      async (request) => ({ profile: await removeAvatar(deps, actorOf(request)) }),
    );
  };
}
