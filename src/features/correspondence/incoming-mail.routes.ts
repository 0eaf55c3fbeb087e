import type { Routes } from '../../platform/http/audience.ts';
import { type IncomingMailDeps, receiveMail } from './incoming-mail.actions.ts';
import { IncomingMail, ReceivedBody } from './incoming-mail.schema.ts';

/** In bytes. */
const BODY_LIMIT = 256 * 1024;

export function incomingMailRoutes(deps: IncomingMailDeps): Routes {
  return (scope) => {
    scope.post(
      '/api/email/webhook',
      {
        bodyLimit: BODY_LIMIT,
        schema: {
          tags: ['Mail'],
          summary: 'Take a mail that came in',
          description:
            'Called by whoever receives mail for the service, without credentials: the secret address alone makes a mail an entry of somebody’s journal. Each message has its effect once, up to 20 a day for each person (UTC). The answer is the same whomever a mail is to, but 503 where it is long and too many such are being read: send it again then.',
          body: IncomingMail,
          response: { 200: ReceivedBody },
        },
      },
      async (request) => {
        await receiveMail(deps, request.body);
        return { received: true as const };
      },
    );
  };
}
