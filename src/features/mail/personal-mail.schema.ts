import Type, { type Static } from 'typebox';
import { declareErrors } from '../../platform/errors.ts';
import { MailAddress } from './mail-address.schema.ts';

/** One line, whose characters stand in the order in which they are written. */
const Subject = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069]*$',
});

export const NewUserMail = Type.Object(
  {
    to: MailAddress,
    subject: Subject,
    html: Type.Optional(
      Type.String({
        maxLength: 100_000,
        description: 'Text with its structure and links; everything else is left out. Made of `text` where not given.',
      }),
    ),
    text: Type.Optional(Type.String({ maxLength: 100_000, description: 'Made of `html` where not given.' })),
  },
  { title: 'NewMail' },
);
export type NewUserMail = Static<typeof NewUserMail>;

export const SentBody = Type.Object(
  {
    success: Type.Literal(true),
    id: Type.String({ format: 'uuid', description: 'The Message-ID of the mail begins with it.' }),
    delivery: Type.Enum(['sent', 'outbox'], {
      description:
        '`sent`: the mail server has it. `outbox`: no mail server is configured, and the mail lies in a folder for super admins to read.',
    }),
  },
  { title: 'SentMailBody' },
);

export type SentBody = Static<typeof SentBody>;

export const userMailErrors = declareErrors({
  empty: { status: 400, code: 'mail.empty', message: 'A mail says something. Send `text`, `html` or both.' },
  unreadable: {
    status: 400,
    code: 'mail.unreadable',
    message: 'It takes too long to make this HTML safe. Send simpler HTML, or the text alone.',
  },
  recipientNotAllowed: {
    status: 403,
    code: 'mail.recipient-not-allowed',
    message: 'You cannot write to this address from here. Ask an administrator whom you may write to.',
  },
  dailyQuotaSpent: {
    status: 429,
    code: 'mail.daily-quota-spent',
    message: 'You have sent as many mails as you may today. The header Retry-After says when the next day begins.',
  },
  recipientQuotaSpent: {
    status: 429,
    code: 'mail.recipient-quota-spent',
    message: 'You have sent as many mails to this address as you may today. The header Retry-After says when to go on.',
  },
  perhapsSent: {
    status: 400,
    code: 'mail.perhaps-sent',
    message:
      'The same mail was handed over within the last day, and nobody has confirmed it. It is not sent twice: wait a day, or change it.',
  },
  refused: {
    status: 502,
    code: 'mail.refused',
    message: 'The mail server does not take this mail. Check the address; nothing was sent.',
  },
  unavailable: {
    status: 502,
    code: 'mail.unavailable',
    message: 'The mail server cannot be used at the moment. Nothing was sent; try again in a minute.',
  },
  timeout: {
    status: 503,
    code: 'mail.timeout',
    message: 'The mail server took too long. Nothing was sent; try again in a minute.',
  },
  unconfirmed: {
    status: 503,
    code: 'mail.unconfirmed',
    message:
      'The mail was handed over, and the mail server has not confirmed it. It may have been sent; do not repeat it.',
  },
});
