import Type, { type Static } from 'typebox';
import { declareErrors } from '#platform/errors.ts';
import { listSchema } from '#platform/http/pagination.ts';
import { Nullable, Timestamp, Uuid } from '#platform/http/shapes.ts';

/** The encoded size of an email with all attachments. */
export const MAX_MAIL_BYTES = 10 * 1024 * 1024;

const MAX_ENCODED_BYTES = Math.ceil((MAX_MAIL_BYTES * 4) / 3);

const text = (maxLength: number, description: string) =>
  Type.Optional(Type.Union([Type.String({ maxLength }), Type.Null()], { description }));

/**
 * Meadow's own shape. All fields are optional here, and of any type, because the payloads of mail services have other ones; what an email
 * needs is decided by `readSubmission`.
 */
export const IncomingMail = Type.Object(
  {
    message_id: Type.Optional(Type.Unknown({ description: 'The Message-ID of the email. Needed without `raw`.' })),
    from: Type.Optional(Type.Unknown({ description: 'Ignored, because senders can be forged.' })),
    to: Type.Optional(
      Type.Unknown({
        description: 'The recipients: a text, a list of texts, or objects with addresses. Needed without `raw`.',
      }),
    ),
    subject: Type.Optional(Type.Unknown({ description: 'A text.' })),
    date: Type.Optional(Type.Unknown({ description: 'The `Date` header of the email, a text.' })),
    text: Type.Optional(
      Type.Unknown({
        description: 'The text. An email without a text has an empty one. Needed without `html` and `raw`.',
      }),
    ),
    html: Type.Optional(Type.Unknown({ description: 'The text as HTML, read if `text` is empty.' })),
    raw: text(
      MAX_MAIL_BYTES,
      'The source of the email (MIME) as text, instead of all other properties. Right for emails of 7 bits and of UTF-8 only.',
    ),
    raw_base64: text(MAX_ENCODED_BYTES, 'The source of the email (MIME) in base64, instead of all other properties.'),
  },
  { title: 'IncomingMail' },
);
export type IncomingMail = Static<typeof IncomingMail>;

export const ReceivedBody = Type.Object({ received: Type.Literal(true) }, { title: 'Acknowledgement' });

const JournalMail = Type.Object(
  {
    id: Uuid,
    subject: Type.String(),
    text: Type.String({ description: 'All of the text, with signature and quotes, of at most 100,000 characters.' }),
    entry_id: Type.Union([Uuid, Type.Null()], {
      description: 'The entry that the email became. null if it became none, or if the entry is deleted.',
    }),
    reason: Nullable(
      Type.Enum(['automatic'], { description: 'Why the email became no entry. `automatic`: a program wrote it.' }),
    ),
    received_at: Timestamp,
  },
  { title: 'JournalMail' },
);
export type JournalMail = Static<typeof JournalMail>;

export const JournalMailList = listSchema('mails', JournalMail);

export const incomingMailErrors = declareErrors({
  incomplete: {
    status: 400,
    code: 'mail.incomplete',
    message:
      'Send the email as message/rfc822, as `raw_base64`, or as `message_id`, `to` and `text` or `html`; or let one of the services that operations.md names post it.',
  },
  tooLarge: { status: 413, code: 'mail.too-large', message: 'An email may have 10 MB. Send it without attachments.' },
});
