import Type, { type Static } from 'typebox';
import { declareErrors } from '../../../platform/errors.ts';

/** The encoded size of an email with all attachments. */
export const MAX_MAIL_BYTES = 10 * 1024 * 1024;

const Recipient = Type.String({ maxLength: 10_000 });

/** What mail services send to webhooks. Other properties are ignored. */
export const IncomingMail = Type.Object(
  {
    message_id: Type.Optional(Type.String({ maxLength: 1_000 })),
    from: Type.Optional(Type.Unknown({ description: 'Ignored, because senders can be forged.' })),
    to: Type.Optional(Type.Union([Recipient, Type.Array(Recipient, { maxItems: 100 })])),
    subject: Type.Optional(Type.String({ maxLength: 10_000 })),
    text: Type.Optional(Type.String({ maxLength: MAX_MAIL_BYTES })),
    html: Type.Optional(Type.String({ maxLength: MAX_MAIL_BYTES })),
    raw: Type.Optional(
      Type.String({
        maxLength: MAX_MAIL_BYTES,
        description:
          'The source of the email (MIME), instead of all other properties. Of its attachments, the first ten pictures become photos of the entry.',
      }),
    ),
  },
  { title: 'IncomingMail' },
);
export type IncomingMail = Static<typeof IncomingMail>;

export const ReceivedBody = Type.Object({ received: Type.Literal(true) }, { title: 'Acknowledgement' });

export const incomingMailErrors = declareErrors({
  incomplete: {
    status: 400,
    code: 'mail.incomplete',
    message: 'Send `message_id`, `to` and the content, or the whole email as `raw`.',
  },
});
