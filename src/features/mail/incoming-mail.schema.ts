import Type, { type Static } from 'typebox';
import { declareErrors } from '../../platform/errors.ts';

/** Of a mail with all of its attachments, as it goes over the wire. */
export const MAX_MAIL_BYTES = 10 * 1024 * 1024;

const Recipient = Type.String({ maxLength: 10_000 });

/** What a provider of mail tells; whatever else it tells is not looked at, least of all who it is from. */
export const IncomingMail = Type.Object(
  {
    message_id: Type.Optional(Type.String({ maxLength: 1_000 })),
    from: Type.Optional(Type.Unknown({ description: 'Not looked at: anybody can write anything there.' })),
    to: Type.Optional(Type.Union([Recipient, Type.Array(Recipient, { maxItems: 100 })])),
    subject: Type.Optional(Type.String({ maxLength: 10_000 })),
    text: Type.Optional(Type.String({ maxLength: MAX_MAIL_BYTES })),
    html: Type.Optional(Type.String({ maxLength: MAX_MAIL_BYTES })),
    raw: Type.Optional(
      Type.String({
        maxLength: MAX_MAIL_BYTES,
        description: 'The mail as it came (MIME), in place of all of the above; attachments are left out.',
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
    message: 'Send `message_id` and `to`, with what the mail says, or the whole mail as `raw`.',
  },
});
