import type { Routes } from '../../platform/http/guarded-routes.ts';
import { type LongBodyLimits, type LongBodyOptions, openLongBodies } from '../../platform/http/long-bodies.ts';
import { type IncomingMailDeps, isMailWanted, receiveMail } from './incoming-mail.actions.ts';
import { IncomingMail, MAX_MAIL_BYTES, ReceivedBody } from './incoming-mail.schema.ts';

const MEGABYTE = 1024 * 1024;

const LIMITS: LongBodyLimits = {
  // JSON writes the end of each line of a mail with two bytes more.
  maxBytes: MAX_MAIL_BYTES + 2 * MEGABYTE,
  shortBytes: MEGABYTE / 4,
  maxBytesUnderWay: 48 * MEGABYTE,
  maxBytesUnderWayOfNetwork: 24 * MEGABYTE,
  maxUnwantedPerMinute: 30,
};

/** A mail to an address that nobody has. */
const NOBODYS: IncomingMail = { message_id: '-', to: [] };

export type IncomingMailRoutesDeps = IncomingMailDeps & { config: { requestLimits: { isOn: boolean } } };

export function incomingMailRoutes(deps: IncomingMailRoutesDeps): Routes {
  const longBodies: LongBodyOptions = {
    clock: deps.clock,
    limits: deps.config.requestLimits.isOn ? LIMITS : { ...LIMITS, maxUnwantedPerMinute: Number.POSITIVE_INFINITY },
    isWanted: (text) => isMailWanted(deps, text),
    unwanted: NOBODYS,
  };
  return (scope) =>
    openLongBodies(scope, longBodies, (mails) => {
      mails.post(
        '/api/email/webhook',
        {
          config: { isLimitedByFeature: true },
          schema: {
            tags: ['Mail'],
            summary: 'Take a mail that came in',
            description:
              'Called by whoever receives mail for the service, without credentials: the secret address alone makes a mail of up to 10 MB an entry of somebody’s journal. Each message has its effect once, up to 20 a day for each person (UTC), who is told of those that were left out or could not be read. Calls are not limited by address. The answer is the same whomever a mail is to, but 429 for long ones where many of the last minute were to nobody, and 503 where too many long ones are being read: send it again then.',
            body: IncomingMail,
            response: { 200: ReceivedBody },
          },
        },
        async (request) => {
          await receiveMail(deps, request.body);
          return { received: true as const };
        },
      );
    });
}
