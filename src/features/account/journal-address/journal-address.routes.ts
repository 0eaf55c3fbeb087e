import Type from 'typebox';
import { actorOf } from '#access/actor.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import type { AccountDeps } from '../deps.ts';
import { replaceJournalAddress } from './journal-address.actions.ts';

const JournalAddressBody = Type.Object({ inbound_address: Type.String() }, { title: 'InboundAddressBody' });

export function journalAddressRoutes(deps: AccountDeps): Routes {
  return (scope) => {
    scope.post(
      '/api/user/inbound-address',
      {
        config: {
          requiresVerifiedAddress: true,
          requiresFreshSession: true,
          refusedWhileImpersonating: true,
          isResponseSecret: true,
        },
        schema: {
          tags: ['Mail'],
          operationId: 'rotateInboundAddress',
          summary: 'Replace your inbound mail address',
          description:
            'Mail sent to `inbound_address` of your profile becomes a private entry, regardless of the sender. Replace the address if others have learned it; the old one stops working immediately.',
          response: { 200: JournalAddressBody },
        },
      },
      async (request) => ({ inbound_address: await replaceJournalAddress(deps, actorOf(request)) }),
    );
  };
}
