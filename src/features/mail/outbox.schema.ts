import Type, { type Static } from 'typebox';
import { declareErrors } from '../../platform/errors.ts';
import { listSchema } from '../../platform/http/pagination.ts';
import { Nullable, Timestamp, Uuid } from '../../platform/http/shapes.ts';

const Mail = Type.Object(
  {
    id: Uuid,
    kind: Type.Enum([
      'personal',
      'welcome',
      'reminder',
      'digest',
      'sponsor-message',
      'sponsor-digest',
      'invitation',
      'group-invitation',
    ]),
    sender_id: Type.Union([Uuid, Type.Null()], { description: 'Who wrote it; null for what Meadow itself writes.' }),
    to: Type.String(),
    subject: Type.String(),
    status: Type.Enum(['queued', 'sending', 'sent', 'unconfirmed', 'failed', 'dropped'], {
      description:
        '`unconfirmed` may have been sent, and is not sent again; `dropped` was not wanted any more when its turn came.',
    }),
    attempts: Type.Integer(),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'Mail' },
);
export type Mail = Static<typeof Mail>;

export const MailList = listSchema('mails', Mail);

export const MailWithSource = Type.Object(
  {
    mail: Type.Object({
      ...Mail.properties,
      source: Nullable(Type.String({ description: 'null where it does not lie in the outbox of this node.' })),
    }),
  },
  { title: 'MailWithSource' },
);
export type MailWithSource = Static<typeof MailWithSource>['mail'];

export const sentMailErrors = declareErrors({
  notFound: {
    status: 404,
    code: 'mail.not-found',
    message: 'There is no such mail. It may have been forgotten since.',
  },
});
