import { actorOf } from '../../access/actor.ts';
import type { Routes } from '../../platform/http/guarded-routes.ts';
import { IdInPath } from '../../platform/http/shapes.ts';
import { purchasePack } from './purchase.actions.ts';
import { PurchaseBody, PurchaseOrder } from './purchase.schema.ts';
import type { TonePackDeps } from './tone-pack.actions.ts';

export function purchaseRoutes(deps: TonePackDeps): Routes {
  return (scope) => {
    scope.post(
      '/api/tone-packs/:id/purchase',
      {
        config: { refusedWhileImpersonating: true },
        schema: {
          tags: ['Tone packs'],
          summary: 'Buy a public tone pack',
          description:
            'Once, and for good. Nobody gets the drops. A pack that costs nothing leaves no row in the ledger.',
          params: IdInPath,
          body: PurchaseOrder,
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
