import Type, { type Static } from 'typebox';
import { declareErrors } from '#platform/errors.ts';
import { EmailAddress } from '../recipient/email-address.schema.ts';

/** One line without control characters and without bidirectional controls, which change the order of characters. */
const Subject = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069]*$',
});

export const NewUserMail = Type.Object(
  {
    to: EmailAddress,
    subject: Subject,
    html: Type.Optional(
      Type.String({
        maxLength: 100_000,
        description: 'Text, structure and links; everything else is removed. Made from `text` if it is omitted.',
      }),
    ),
    text: Type.Optional(Type.String({ maxLength: 100_000, description: 'Made from `html` if it is omitted.' })),
  },
  { title: 'NewMail' },
);
export type NewUserMail = Static<typeof NewUserMail>;

export const SentBody = Type.Object(
  {
    success: Type.Literal(true),
    id: Type.String({ format: 'uuid', description: 'The Message-ID of the email begins with this id.' }),
    delivery: Type.Enum(['sent', 'outbox'], {
      description:
        '`sent`: the mail server accepted the email. `outbox`: no mail server is configured, and the email was written to a folder that super admins can read.',
    }),
  },
  { title: 'SentMailBody' },
);
export type SentBody = Static<typeof SentBody>;

export const userMailErrors = declareErrors({
  empty: { status: 400, code: 'mail.empty', message: 'The email is empty. Send `text`, `html` or both.' },
  unreadable: {
    status: 400,
    code: 'mail.unreadable',
    message: 'This HTML takes too long to sanitize. Send simpler HTML, or only `text`.',
  },
  recipientNotAllowed: {
    status: 403,
    code: 'mail.recipient-not-allowed',
    message: 'You cannot write to this email address. Ask the operator which recipients are allowed.',
  },
  dailyQuotaSpent: {
    status: 429,
    code: 'mail.daily-quota-spent',
    message: 'You have reached the daily limit of emails. Try again on the next day (UTC); see the header Retry-After.',
  },
  recipientQuotaSpent: {
    status: 429,
    code: 'mail.recipient-quota-spent',
    message:
      'You have reached the daily limit of emails to this address. Try again on the next day (UTC); see the header Retry-After.',
  },
  perhapsSent: {
    status: 400,
    code: 'mail.perhaps-sent',
    message:
      'The same email was submitted within the last 24 hours, and its delivery is unconfirmed. It is not sent twice: wait a day, or change it.',
  },
  refused: {
    status: 502,
    code: 'mail.refused',
    message: 'The mail server rejected the email. Nothing was sent: check the email address.',
  },
  unavailable: {
    status: 502,
    code: 'mail.unavailable',
    message: 'The mail server is not available. Nothing was sent: try again in a minute.',
  },
  timeout: {
    status: 503,
    code: 'mail.timeout',
    message: 'The mail server did not respond in time. Nothing was sent: try again in a minute.',
  },
  unconfirmed: {
    status: 503,
    code: 'mail.unconfirmed',
    message: 'The mail server did not confirm the email. It may have been sent: do not send it again.',
  },
});
