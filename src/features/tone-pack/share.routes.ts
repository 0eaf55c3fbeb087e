import { actorOf } from '../../access/actor.ts';
import type { Routes } from '../../platform/http/guarded-routes.ts';
import { IdInPath, MessageBody } from '../../platform/http/shapes.ts';
import { sharePack, unsharePack } from './share.actions.ts';
import { NewShare, PackAndPersonInPath, ShareBody } from './share.schema.ts';
import type { TonePackDeps } from './tone-pack.actions.ts';

const tags = ['Tone packs'];

export function shareRoutes(deps: TonePackDeps): Routes {
  return (scope) => {
    scope.post(
      '/api/tone-packs/:id/share',
      {
        config: { perHour: 'packShares' },
        schema: {
          tags,
          summary: 'Share a tone pack with somebody',
          description:
            'They can see and use it then. By `email`, the answer says nothing of whether anybody here has that address.',
          params: IdInPath,
          body: NewShare,
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
          summary: 'Share a tone pack with somebody no longer',
          description:
            'The owner ends any share, by the id of the person or of the share, and everybody else their own by their id.',
          params: PackAndPersonInPath,
          response: { 200: MessageBody },
        },
      },
      async (request) => {
        await unsharePack(deps, actorOf(request), request.params.id, request.params.userId);
        return { message: 'The tone pack is not shared with this person any more.' };
      },
    );
  };
}
