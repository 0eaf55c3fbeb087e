import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { IdInPath, MessageBody } from '#platform/http/shapes.ts';
import type { TonePackDeps } from '../deps.ts';
import { sharePack, unsharePack } from './share.actions.ts';
import { NewShare, PackAndUserInPath, ShareBody } from './share.schema.ts';

const tags = ['Tone packs'];

export function shareRoutes(deps: TonePackDeps): Routes {
  return openToTokens('tone-packs', (scope) => {
    scope.post(
      '/api/tone-packs/:id/share',
      {
        config: { requiresVerifiedAddress: true, perHour: 'packShares' },
        schema: {
          tags,
          operationId: 'shareTonePack',
          summary: 'Share a tone pack',
          description:
            'The recipient can see and use it. With `email`, the response does not reveal whether a user has that email address.',
          params: IdInPath,
          body: NewShare,
          errors: [
            'tone-pack.not-found',
            'tone-pack.not-owner',
            'tone-pack.user-not-found',
            'tone-pack.share-with-one',
            'tone-pack.share-with-oneself',
          ],
          response: { 201: ShareBody },
        },
      },
      async (request, reply) => {
        const share = await sharePack(deps, actorOf(request), request.params.id, request.body);
        return reply.status(201).send({ share });
      },
    );

    scope.delete(
      '/api/tone-packs/:id/share/:userId',
      {
        schema: {
          tags,
          operationId: 'unshareTonePack',
          summary: 'Stop sharing a tone pack',
          description:
            'The owner can end any share, by the id of the user or of the share. A recipient can end their own share by their user id.',
          params: PackAndUserInPath,
          errors: ['tone-pack.not-found', 'tone-pack.not-owner', 'tone-pack.not-shared'],
          response: { 200: MessageBody },
        },
      },
      async (request) => {
        await unsharePack(deps, actorOf(request), request.params.id, request.params.userId);
        return { message: 'The tone pack is no longer shared with this user.' };
      },
    );
  });
}
