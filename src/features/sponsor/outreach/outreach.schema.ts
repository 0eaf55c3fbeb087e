import Type, { type Static } from 'typebox';
import { AppError, declareError, declareErrors } from '#platform/errors.ts';
import { Timestamp, Uuid } from '#platform/http/shapes.ts';

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
    remaining: Type.Integer({
      description: 'The number of messages that you can still send to this sponsor within 24 hours.',
    }),
  },
  { title: 'SponsorOutreachBody' },
);
export type OutreachBody = Static<typeof OutreachBody>;

export const NewOutreach = Type.Object(
  {
    recipient_id: Uuid,
    message: Type.String({ minLength: 1, maxLength: 5_000, pattern: '\\S' }),
    share_email: Type.Optional(
      Type.Boolean({ description: 'Whether the sponsor sees your email address and can reply to it.' }),
    ),
  },
  { title: 'NewSponsorOutreach' },
);
export type NewOutreach = Static<typeof NewOutreach>;

export const outreachErrors = declareErrors({
  recipientNotFound: {
    status: 404,
    code: 'lab.recipient-not-found',
    message: 'The sponsor does not exist. See GET /api/lab/sponsors.',
  },
  closed: {
    status: 403,
    code: 'lab.outreach-closed',
    message: 'Sending email is disabled on this server. Ask the operator.',
  },
  takesNoMessages: {
    status: 400,
    code: 'lab.sponsor-takes-no-messages',
    message: 'This sponsor has unsubscribed from messages. Nothing was sent. See the website of the sponsor.',
  },
  noEmailToShare: {
    status: 400,
    code: 'lab.no-email-to-share',
    message: 'Your account has no email address to share. Omit share_email and say in the message how to reach you.',
  },
});

const RELAY_LIMIT = declareError({
  status: 400,
  code: 'lab.relay-limit',
  message: 'You have sent 5 messages to this sponsor within 24 hours. Try again later.',
});

/** The message of the error says when the next message is allowed. */
export function relayLimitExceeded(next: Date): AppError {
  return new AppError({
    ...RELAY_LIMIT,
    message: `You have sent 5 messages to this sponsor within 24 hours. You can send the next one at ${next.toISOString()}.`,
  });
}
