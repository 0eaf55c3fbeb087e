import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import type { MailDeps } from '../deps.ts';
import { sendUserMail } from './user-mail.actions.ts';
import { NewUserMail, SentBody } from './user-mail.schema.ts';

export function userMailRoutes(deps: MailDeps): Routes {
  return openToTokens('mail', (scope) => {
    scope.post(
      '/api/email/send',
      {
        config: { requiresVerifiedAddress: true, costly: 'mail', refusedWhileImpersonating: true },
        schema: {
          tags: ['Mail'],
          operationId: 'sendMail',
          summary: 'Send an email',
          description:
            'The operator configures to which addresses users can write: by default to themselves and to users of their organizations. A user can send 20 emails a day (UTC), at most 3 of them to the same address other than their own. The email comes from the address of the service and ends with the name of the sender. The response is 502 or 503 within eight seconds if the mail server fails. An email is never sent twice.',
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
      async (request) => sendUserMail(deps, actorOf(request), request.body),
    );
  });
}
