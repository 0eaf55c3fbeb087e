import { actorOf } from '#access/actor.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { IdInPath } from '#platform/http/shapes.ts';
import type { TonePackDeps } from '../deps.ts';
import { purchasePack } from './purchase.actions.ts';
import { PurchaseBody, PurchaseOrder } from './purchase.schema.ts';

export function purchaseRoutes(deps: TonePackDeps): Routes {
  return (scope) => {
    scope.post(
      '/api/tone-packs/:id/purchase',
      {
        config: { refusedWhileImpersonating: true },
        schema: {
          tags: ['Tone packs'],
          operationId: 'purchaseTonePack',
          summary: 'Buy a tone pack',
          description:
            'A purchase is permanent and possible once. The owner of the pack does not get the drops. A free pack creates no transaction.',
          params: IdInPath,
          body: PurchaseOrder,
          errors: [
            'tone-pack.already-purchased',
            'tone-pack.not-for-sale',
            'tone-pack.not-found',
            'tone-pack.own-pack',
            'tone-pack.price-changed',
            'tone-pack.too-few-drops',
            'wallet.user-not-found',
          ],
          response: { 201: PurchaseBody },
        },
      },
      async (request, reply) => {
        const bought = await purchasePack(deps, actorOf(request), request.params.id, request.body);
        return reply.status(201).send(bought);
      },
    );
  };
}
