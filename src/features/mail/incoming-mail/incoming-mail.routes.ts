import type { Routes } from '../../../platform/http/guarded-routes.ts';
import {
  type LongBodyLimits,
  type LongBodyOptions,
  openLongBodies,
} from '../../../platform/http/limits/long-bodies.ts';
import type { MailDeps } from '../deps.ts';
import { isMailWanted, receiveMail } from './incoming-mail.actions.ts';
import { IncomingMail, MAX_MAIL_BYTES, ReceivedBody } from './incoming-mail.schema.ts';

const MEGABYTE = 1024 * 1024;

const LIMITS: LongBodyLimits = {
  // JSON escapes each line break with two more bytes.
  maxBytes: MAX_MAIL_BYTES + 2 * MEGABYTE,
  shortBytes: MEGABYTE / 4,
  maxBytesInFlight: 48 * MEGABYTE,
  maxBytesInFlightOfNetwork: 24 * MEGABYTE,
  maxUnwantedPerMinute: 30,
};

/** An email without recipients. */
const UNWANTED: IncomingMail = { message_id: '-', to: [] };

export function incomingMailRoutes(deps: MailDeps): Routes {
  const longBodies: LongBodyOptions = {
    clock: deps.clock,
    limits: deps.config.requestLimits.isOn ? LIMITS : { ...LIMITS, maxUnwantedPerMinute: Number.POSITIVE_INFINITY },
    isWanted: (text) => isMailWanted(deps, text),
    unwanted: UNWANTED,
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
            summary: 'Receive an incoming email',
            description:
              'Mail services call this route without credentials. The secret journal address determines in whose journal the email, of at most 10 MB, becomes an entry. Each message takes effect once, and a user gets at most 20 entries a day (UTC). The user is notified of emails above this limit and of unreadable emails. The response is the same for every recipient.',
            body: IncomingMail,
            errors: [
              'image.busy',
              'image.too-many-waiting',
              'mail.incomplete',
              'request.too-many-long-bodies',
              'storage.unavailable',
            ],
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
