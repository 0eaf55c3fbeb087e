import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import { FORM_TYPES, readForm } from '#platform/http/form-body.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import {
  type BodyParser,
  type LongBodyLimits,
  type LongBodyOptions,
  openLongBodies,
} from '#platform/http/limits/long-bodies.ts';
import { PageQuery } from '#platform/http/pagination.ts';
import type { MailDeps } from '../deps.ts';
import { isMailWanted, listReceivedMails, receiveMail, UNWANTED_MAIL } from './incoming-mail.actions.ts';
import { IncomingMail, JournalMailList, MAX_MAIL_BYTES, ReceivedBody } from './incoming-mail.schema.ts';

const MEGABYTE = 1024 * 1024;

const LIMITS: LongBodyLimits = {
  // Base64 adds a third, and JSON escapes each line break with two more bytes.
  maxBytes: MAX_MAIL_BYTES + 4 * MEGABYTE,
  shortBytes: MEGABYTE / 4,
  maxBytesInFlight: 48 * MEGABYTE,
  maxBytesInFlightOfNetwork: 24 * MEGABYTE,
  maxUnwantedPerMinute: 30,
};

/** The source of an email, as mail servers deliver it. */
const parseSource: BodyParser = (bytes) => bytes;

/** Content types beside JSON. Amazon SNS sends JSON as text. */
const PARSERS: Readonly<Record<string, BodyParser>> = {
  'message/rfc822': parseSource,
  'application/octet-stream': parseSource,
  'text/plain': (bytes, _contentType, parseJson) => parseJson(bytes.toString()),
  ...Object.fromEntries(FORM_TYPES.map((type): [string, BodyParser] => [type, readForm])),
};

/** Fields of urlencoded forms are decoded before addresses are searched in them. */
async function isWanted(deps: MailDeps, bytes: Buffer, contentType: string): Promise<boolean> {
  if (!contentType.includes('urlencoded')) return isMailWanted(deps, bytes, /json|text\/plain/.test(contentType));
  const { fields } = await readForm(bytes, contentType);
  return isMailWanted(deps, Buffer.concat([...fields.values()].flatMap((value) => [value, Buffer.from('\n')])), false);
}

export function incomingMailRoutes(deps: MailDeps): Routes {
  const longBodies: LongBodyOptions = {
    clock: deps.clock,
    limits: deps.config.requestLimits.isOn ? LIMITS : { ...LIMITS, maxUnwantedPerMinute: Number.POSITIVE_INFINITY },
    parsers: PARSERS,
    isWanted: (bytes, contentType) => isWanted(deps, bytes, contentType),
    unwanted: UNWANTED_MAIL,
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
              'Mail services call this route without credentials, with what they document or with the source of an email (message/rfc822, `raw_base64` or `raw`). The secret journal address determines in whose journal the email, of at most 10 MB, becomes an entry, without signature, quoted reply and logos; emails that programs send do not. `GET /api/email/received` has all of the text of both. Its date is that of the email, if it is at most 7 days old. Each message takes effect once, and a user gets at most 20 entries a day (UTC). The user is notified of emails above this limit and of unreadable emails. The response is the same for every recipient.',
            body: IncomingMail,
            errors: [
              'image.busy',
              'image.too-many-waiting',
              'mail.incomplete',
              'mail.too-large',
              'request.too-many-long-bodies',
              'storage.unavailable',
              'upload.fields-invalid',
              'upload.malformed',
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

export function receivedMailRoutes(deps: MailDeps): Routes {
  return openToTokens({ read: 'journal:read' }, (scope) => {
    scope.get(
      '/api/email/received',
      {
        config: { refusedWhileImpersonating: true },
        schema: {
          tags: ['Mail'],
          operationId: 'listReceivedMails',
          summary: 'List emails to your journal',
          description:
            'Returns the emails to the journal address of the user from the last 90 days, newest first, with all of their text: also what their entries leave out, and emails that became no entry because a program wrote them.',
          querystring: PageQuery,
          response: { 200: JournalMailList },
        },
      },
      async (request) => listReceivedMails(deps, actorOf(request), request.query),
    );
  });
}
