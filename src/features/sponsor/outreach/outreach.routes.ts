import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import type { SponsorDeps } from '../deps.ts';
import { relayMessage } from './outreach.actions.ts';
import { NewOutreach, OutreachBody } from './outreach.schema.ts';

export function outreachRoutes(deps: SponsorDeps): Routes {
  return openToTokens('lab', (scope) => {
    scope.post(
      '/api/lab/outreach',
      {
        config: { requiresVerifiedAddress: true, costly: 'mail', refusedWhileImpersonating: true },
        schema: {
          tags: ['Sponsors'],
          operationId: 'contactSponsor',
          summary: 'Contact a sponsor',
          description:
            'The message is sent by email with your name. You do not see the email address of the sponsor. The text is deleted once the email is sent. You can send 5 messages to the same sponsor within 24 hours. With `share_email`, the sponsor can reply to the email address of your account; without it, say in the message how to reach you.',
          body: NewOutreach,
          errors: [
            'lab.no-email-to-share',
            'lab.outreach-closed',
            'lab.recipient-not-found',
            'lab.relay-limit',
            'lab.sponsor-takes-no-messages',
          ],
          response: { 201: OutreachBody },
        },
      },
      async (request, reply) => reply.status(201).send(await relayMessage(deps, actorOf(request), request.body)),
    );
  });
}
