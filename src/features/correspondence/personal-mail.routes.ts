import { actorOf } from '../../access/actor.ts';
import type { Routes } from '../../platform/http/guarded-routes.ts';
import { type PersonalMailDeps, sendPersonalMail } from './personal-mail.actions.ts';
import { NewPersonalMail, SentBody } from './personal-mail.schema.ts';

export function personalMailRoutes(deps: PersonalMailDeps): Routes {
  return (scope) => {
    scope.post(
      '/api/email/send',
      {
        config: { costly: 'mail', refusedWhileImpersonating: true },
        schema: {
          tags: ['Mail'],
          summary: 'Send a mail',
          description:
            'To one address, as far as the operator lets people write: by default to those with whom you share an organization, and to yourself. 20 a day (UTC), 3 of them to the same address unless it is your own. It comes from the address of the service, with your name beneath. 502 or 503 within eight seconds where the mail server fails; nothing is ever sent twice.',
          body: NewPersonalMail,
          response: { 200: SentBody },
        },
      },
      async (request) => sendPersonalMail(deps, actorOf(request), request.body),
    );
  };
}
