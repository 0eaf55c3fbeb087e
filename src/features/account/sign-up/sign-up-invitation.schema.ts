import Type, { type Static } from 'typebox';
import { declareErrors } from '#platform/errors.ts';
import { listSchema } from '#platform/http/pagination.ts';
import { Nullable, Timestamp, Uuid } from '#platform/http/shapes.ts';

/** Who can create an account: all, those with an invitation, or only super admins and the operator. */
export const SignUpPolicy = Type.Enum(['open', 'invite', 'closed'], { title: 'SignUpPolicy' });
export type SignUpPolicy = Static<typeof SignUpPolicy>;

const HOUR_SECONDS = 60 * 60;
const MAX_SIGN_UPS = 1_000;

export const NewSignUpInvitation = Type.Object(
  {
    email: Type.Optional(
      Type.String({
        minLength: 3,
        maxLength: 254,
        description: 'Sends the invitation by mail. Only an account with this email address can be created with it.',
      }),
    ),
    expires_in: Type.Optional(
      Type.Integer({
        minimum: HOUR_SECONDS,
        maximum: 90 * 24 * HOUR_SECONDS,
        description: 'In seconds. The default is 14 days.',
      }),
    ),
    max_uses: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_SIGN_UPS,
        description: 'How many accounts can be created with it. The default is 1. Not with `email`.',
      }),
    ),
  },
  { title: 'NewSignUpInvitation' },
);
export type NewSignUpInvitation = Static<typeof NewSignUpInvitation>;

export const SignUpInvitation = Type.Object(
  {
    id: Uuid,
    status: Type.Enum(['open', 'used', 'expired']),
    email: Nullable(Type.String()),
    max_uses: Type.Integer(),
    uses: Type.Integer(),
    invited_by: Nullable(Uuid),
    expires_at: Timestamp,
    created_at: Timestamp,
  },
  { title: 'SignUpInvitation' },
);
export type SignUpInvitation = Static<typeof SignUpInvitation>;

export const NewSignUpInvitationBody = Type.Object(
  {
    invitation: SignUpInvitation,
    token: Type.String({ description: 'Send it as `invitation` of a sign-up. Returned only here.' }),
  },
  { title: 'NewSignUpInvitationBody' },
);
export type NewSignUpInvitationBody = Static<typeof NewSignUpInvitationBody>;

export const SignUpInvitationList = listSchema('invitations', SignUpInvitation);

export const signUpErrors = declareErrors({
  closed: {
    status: 403,
    code: 'sign-up.closed',
    message: 'Sign-up is closed on this server. Ask its operator or a super admin to create an account for you.',
  },
  invitationRequired: {
    status: 403,
    code: 'sign-up.invitation-required',
    message: 'Sign-up needs an invitation. Send its token as `invitation`, or ask for one with POST /api/waitlist.',
  },
  invitationInvalid: {
    status: 400,
    code: 'sign-up.invitation-invalid',
    message:
      'This invitation does not exist, has expired, was used, or is for another email address. Ask for another one.',
  },
  ambiguous: {
    status: 400,
    code: 'sign-up.ambiguous',
    message: 'Send email or max_uses: an invitation to an email address creates one account.',
  },
  emailInvalid: {
    status: 400,
    code: 'sign-up.email-invalid',
    message: 'email must be one plain email address, such as ada@example.org.',
  },
  invitationNotFound: {
    status: 404,
    code: 'sign-up.invitation-not-found',
    message: 'This invitation does not exist. List the invitations with GET /api/admin/invitations.',
  },
});
