import { actorOf } from '../../access/actor.ts';
import type { Routes } from '../../platform/http/guarded-routes.ts';
import { IdInPath, MessageBody } from '../../platform/http/shapes.ts';
import { type ActivationDeps, activatePack, deactivatePack } from './activation.actions.ts';
import { ActivatedBody } from './activation.schema.ts';

const tags = ['Tone packs'];

export function activationRoutes(deps: ActivationDeps): Routes {
  return (scope) => {
    scope.post(
      '/api/tone-packs/:id/activate',
      {
        schema: {
          tags,
          summary: 'Use a tone pack',
          description: 'Your profile names it as `preferences.active_tone_pack_id` then, in place of any other.',
          params: IdInPath,
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
          summary: 'Use a tone pack no longer',
          description: 'Does nothing where your profile does not name it.',
          params: IdInPath,
          response: { 200: MessageBody },
        },
      },
      async (request) => {
        await deactivatePack(deps, actorOf(request), request.params.id);
        return { message: 'You do not use this tone pack.' };
      },
    );
  };
}
