import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { IdInPath, MessageBody } from '#platform/http/shapes.ts';
import type { TonePackDeps } from '../deps.ts';
import { activatePack, deactivatePack } from './activation.actions.ts';
import { ActivatedBody } from './activation.schema.ts';

const tags = ['Tone packs'];

export function activationRoutes(deps: TonePackDeps): Routes {
  return openToTokens('tone-packs', (scope) => {
    scope.post(
      '/api/tone-packs/:id/activate',
      {
        schema: {
          tags,
          operationId: 'activateTonePack',
          summary: 'Activate a tone pack',
          description: '`preferences.active_tone_pack_id` of your profile becomes this pack.',
          params: IdInPath,
          errors: ['tone-pack.not-found', 'tone-pack.not-yours-to-use'],
          response: { 200: ActivatedBody },
        },
      },
      async (request) => ({ profile: await activatePack(deps, actorOf(request), request.params.id) }),
    );

    scope.delete(
      '/api/tone-packs/:id/activate',
      {
        schema: {
          tags,
          operationId: 'deactivateTonePack',
          summary: 'Deactivate a tone pack',
          description: 'The request changes nothing if the pack is not active.',
          params: IdInPath,
          response: { 200: MessageBody },
        },
      },
      async (request) => {
        await deactivatePack(deps, actorOf(request), request.params.id);
        return { message: 'The tone pack is not active.' };
      },
    );
  });
}
