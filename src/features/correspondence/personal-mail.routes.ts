import { actorOf } from '../../access/actor.ts';
import type { Routes } from '../../platform/http/guarded-routes.ts';
import { sendPersonalMail, type UserMailDeps } from './personal-mail.actions.ts';
import { NewUserMail, SentBody } from './personal-mail.schema.ts';

export function userMailRoutes(deps: UserMailDeps): Routes {
  return (scope) => {
    scope.post(
      '/api/email/send',
      {
        config: { costly: 'mail', refusedWhileImpersonating: true },
        schema: {
          tags: ['Mail'],
          operationId: 'sendMail',
          summary: 'Send a mail',
          description:
            'The operator decides to whom users may write; by default to users of their own organizations and to themselves. You can send 20 mails a day (UTC), at most 3 of them to the same address other than your own. The mail comes from the address of the service and ends with your name. Answers 502 or 503 within eight seconds if the mail server fails; a mail is never sent twice.',
          body: NewUserMail,
          errors: [
            'mail.daily-quota-spent',
            'mail.empty',
            'mail.perhaps-sent',
            'mail.recipient-not-allowed',
            'mail.recipient-quota-spent',
            'mail.refused',
            'mail.timeout',
            'mail.unavailable',
            'mail.unconfirmed',
            'mail.unreadable',
          ],
          response: { 200: SentBody },
        },
      },
      async (request) => sendPersonalMail(deps, actorOf(request), request.body),
    );
  };
}
