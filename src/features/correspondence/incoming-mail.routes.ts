import type { Routes } from '../../platform/http/guarded-routes.ts';
import { type LongBodyLimits, type LongBodyOptions, openLongBodies } from '../../platform/http/limits/long-bodies.ts';
import { type IncomingMailDeps, isMailWanted, receiveMail } from './incoming-mail.actions.ts';
import { IncomingMail, MAX_MAIL_BYTES, ReceivedBody } from './incoming-mail.schema.ts';

const MEGABYTE = 1024 * 1024;

const LIMITS: LongBodyLimits = {
  // JSON writes the end of each line of a mail with two bytes more.
  maxBytes: MAX_MAIL_BYTES + 2 * MEGABYTE,
  shortBytes: MEGABYTE / 4,
  maxBytesInFlight: 48 * MEGABYTE,
  maxBytesInFlightOfNetwork: 24 * MEGABYTE,
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
            operationId: 'receiveMail',
            summary: 'Receive an incoming mail',
            description:
              'The mail service calls this without credentials. The secret inbound address alone decides whose journal gets the mail, which may have up to 10 MB, as an entry. Each message has its effect once, and a user gets at most 20 entries a day (UTC); the user is notified of mails beyond that and of unreadable mails. The response is the same for every recipient.',
            body: IncomingMail,
            errors: ['mail.incomplete', 'request.too-many-long-bodies'],
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
