import Type, { type Static } from 'typebox';
import { declareErrors } from '#platform/errors.ts';
import { listSchema } from '#platform/http/pagination.ts';
import { Nullable, Timestamp, Uuid } from '#platform/http/shapes.ts';

const SentMail = Type.Object(
  {
    id: Uuid,
    kind: Type.Enum([
      'personal',
      'welcome',
      'reminder',
      'digest',
      'export-ready',
      'account-deletion',
      'sponsor-message',
      'sponsor-digest',
      'invitation',
      'group-invitation',
      'address-verification',
      'address-change',
      'address-changed',
      'password-reset',
      'password-changed',
      'sign-in-link',
      'new-device',
      'account-exists',
    ]),
    sender_id: Type.Union([Uuid, Type.Null()], {
      description: 'The user who wrote the email; null for Meadow itself.',
    }),
    to: Type.String(),
    subject: Type.String(),
    status: Type.Enum(['queued', 'sending', 'sent', 'unconfirmed', 'failed', 'dropped'], {
      description:
        '`unconfirmed`: it may have been sent and is not sent again. `dropped`: it was no longer wanted when it was due.',
    }),
    attempts: Type.Integer(),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'Mail' },
);
export type SentMail = Static<typeof SentMail>;

export const SentMailList = listSchema('mails', SentMail);

export const SentMailBody = Type.Object(
  {
    mail: Type.Object({
      ...SentMail.properties,
      source: Nullable(
        Type.String({
          description:
            'null if the outbox of this node does not have the email, and for emails about accounts, whose links sign in.',
        }),
      ),
    }),
  },
  { title: 'MailWithSource' },
);
export type SentMailWithSource = Static<typeof SentMailBody>['mail'];

export const sentMailErrors = declareErrors({
  notFound: {
    status: 404,
    code: 'mail.not-found',
    message: 'This email does not exist. Emails are deleted after 90 days.',
  },
});
