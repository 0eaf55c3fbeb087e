import { actorOf } from '../../access/actor.ts';
import type { Routes } from '../../platform/http/guarded-routes.ts';
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
          summary: 'Write to a sponsor',
          description:
            'It is passed on by mail, with your name; you do not see the address, and the text is kept only until the mail is sent. 5 within any 24 hours to the same sponsor. With `share_email` answers go to the address of your account (Reply-To), which the sponsor then sees; without it no answers are passed on, so say in the message how to reach you. Whoever takes part in a classroom cannot write.',
          body: NewOutreach,
          response: { 201: OutreachBody },
        },
      },
      async (request, reply) => reply.status(201).send(await relayMessage(deps, actorOf(request), request.body)),
    );
  };
}
