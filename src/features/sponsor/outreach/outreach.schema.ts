import Type, { type Static } from 'typebox';
import { AppError, declareError, declareErrors } from '../../../platform/errors.ts';
import { Timestamp, Uuid } from '../../../platform/http/shapes.ts';

const Outreach = Type.Object(
  {
    id: Uuid,
    recipient_id: Uuid,
    message: Type.String(),
    shares_email: Type.Boolean(),
    created_at: Timestamp,
  },
  { title: 'SponsorOutreach' },
);
export type Outreach = Static<typeof Outreach>;

export const OutreachBody = Type.Object(
  {
    outreach: Outreach,
    remaining: Type.Integer({ description: 'How many more messages the same sponsor can get from you for now.' }),
  },
  { title: 'SponsorOutreachBody' },
);
export type OutreachBody = Static<typeof OutreachBody>;

export const NewOutreach = Type.Object(
  {
    recipient_id: Uuid,
    message: Type.String({ minLength: 1, maxLength: 5_000, pattern: '\\S' }),
    share_email: Type.Optional(
      Type.Boolean({ description: 'Whether answers go to your own address, which the sponsor then sees.' }),
    ),
  },
  { title: 'NewSponsorOutreach' },
);
export type NewOutreach = Static<typeof NewOutreach>;

export const outreachErrors = declareErrors({
  recipientNotFound: {
    status: 404,
    code: 'lab.recipient-not-found',
    message: 'There is no such sponsor. See GET /api/lab/sponsors.',
  },
  closed: {
    status: 403,
    code: 'lab.outreach-closed',
    message: 'People send no mails from here for now. Ask whoever runs the service.',
  },
  takesNoMessages: {
    status: 400,
    code: 'lab.sponsor-takes-no-messages',
    message: 'This sponsor wants no messages. Nothing was sent; see their website.',
  },
  noEmailToShare: {
    status: 400,
    code: 'lab.no-email-to-share',
    message: 'Your account has no mail address that could be shared. Leave share_email out, and say how to reach you.',
  },
});

const RELAY_LIMIT = declareError({
  status: 400,
  code: 'lab.relay-limit',
  message: 'You have sent 5 messages to this sponsor within 24 hours. Try again later.',
});

/** The error of a message beyond the limit. Its text says when the next one is possible. */
export function relayLimitReached(next: Date): AppError {
  return new AppError({
    ...RELAY_LIMIT,
    message: `A sponsor gets 5 messages from you within 24 hours. The next one is possible from ${next.toISOString()} on.`,
  });
}
