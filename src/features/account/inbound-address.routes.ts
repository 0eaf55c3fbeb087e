import { actorOf } from '../../access/actor.ts';
import type { Routes } from '../../platform/http/guarded-routes.ts';
import { changeInboundAddress, type InboundAddressDeps } from './inbound-address.actions.ts';
import { InboundAddressBody } from './inbound-address.schema.ts';

export function inboundAddressRoutes(deps: InboundAddressDeps): Routes {
  return (scope) => {
    scope.post(
      '/api/user/inbound-address',
      {
        config: { refusedWhileImpersonating: true, isAnswerSecret: true },
        schema: {
          tags: ['Mail'],
          operationId: 'rotateInboundAddress',
          summary: 'Replace your inbound mail address',
          description:
            'Mail sent to `inbound_address` of your profile becomes a private entry, whoever sends it. Replace the address if others have learned it; the old one stops working at once.',
          response: { 200: InboundAddressBody },
        },
      },
      async (request) => ({ inbound_address: await changeInboundAddress(deps, actorOf(request)) }),
    );
  };
}
