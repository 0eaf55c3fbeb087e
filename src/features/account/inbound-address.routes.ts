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
          summary: 'Change the secret address of your journal',
          description:
            'What is sent to `inbound_address` of your profile becomes a private entry of your journal, whoever sends it. Should others have learnt of it: the one before leads nowhere from now on.',
          response: { 200: InboundAddressBody },
        },
      },
      async (request) => ({ inbound_address: await changeInboundAddress(deps, actorOf(request)) }),
    );
  };
}
