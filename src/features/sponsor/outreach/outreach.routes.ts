import { actorOf } from '../../../access/actor.ts';
import type { Routes } from '../../../platform/http/guarded-routes.ts';
import { type OutreachDeps, relayMessage } from './outreach.actions.ts';
import { NewOutreach, OutreachBody } from './outreach.schema.ts';

export function outreachRoutes(deps: OutreachDeps): Routes {
  return (scope) => {
    scope.post(
      '/api/lab/outreach',
      {
        config: { costly: 'mail', refusedWhileImpersonating: true },
        schema: {
          tags: ['Sponsors'],
          operationId: 'contactSponsor',
          summary: 'Contact a sponsor',
          description:
            'The message is sent by mail with your name. You do not see the address of the sponsor, and the text is deleted once the mail is sent. You can send 5 messages to the same sponsor within 24 hours. With `share_email`, the sponsor can reply to the address of your account; without it, say in the message how to reach you. Classroom users cannot contact sponsors.',
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
  };
}
