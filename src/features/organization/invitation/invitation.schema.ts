import Type, { type Static } from 'typebox';
import { declareErrors } from '#platform/errors.ts';
import { listSchema } from '#platform/http/pagination.ts';
import { Nullable, Timestamp, Uuid } from '#platform/http/shapes.ts';
import { GroupKind } from '../member/member.schema.ts';

const InvitedRole = Type.Enum(['admin', 'member'], { title: 'InvitedRole' });
export type InvitedRole = Static<typeof InvitedRole>;

const HOUR_SECONDS = 60 * 60;
const MAX_USES = 100;

export const NewInvitation = Type.Object(
  {
    user_id: Type.Optional(Uuid),
    email: Type.Optional(
      Type.String({
        minLength: 3,
        maxLength: 254,
        description:
          'Invites by mail: only the account whose verified address this is can accept. Without `email` and `user_id`, the invitation is a link.',
      }),
    ),
    role: Type.Optional(InvitedRole),
    expires_in: Type.Optional(
      Type.Integer({
        minimum: HOUR_SECONDS,
        maximum: 30 * 24 * HOUR_SECONDS,
        description: 'In seconds. The default is 7 days.',
      }),
    ),
    max_uses: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_USES,
        description: 'How many users can accept a link. The default is 1.',
      }),
    ),
  },
  { title: 'NewInvitation' },
);
export type NewInvitation = Static<typeof NewInvitation>;

export const Invitation = Type.Object(
  {
    id: Uuid,
    role: InvitedRole,
    status: Type.Enum(['open', 'used', 'declined', 'expired']),
    user_id: Nullable(Uuid),
    email: Nullable(Type.String()),
    max_uses: Type.Integer(),
    uses: Type.Integer(),
    invited_by: Uuid,
    expires_at: Timestamp,
    created_at: Timestamp,
  },
  { title: 'Invitation' },
);
export type Invitation = Static<typeof Invitation>;

export const NewInvitationBody = Type.Object(
  {
    invitation: Invitation,
    token: Type.Union([Type.String(), Type.Null()], {
      description: 'The token of a link, returned only here; null for an invitation by id or email.',
    }),
  },
  { title: 'NewInvitationBody' },
);
export type NewInvitationBody = Static<typeof NewInvitationBody>;

export const InvitationList = listSchema('invitations', Invitation);

/** An invitation as the invited user sees it. */
export const ReceivedInvitation = Type.Object(
  {
    id: Uuid,
    group: Type.Object({ kind: GroupKind, id: Uuid, name: Type.String(), organization_name: Type.String() }),
    invited_by: Type.Object({ full_name: Type.String() }),
    role: InvitedRole,
    expires_at: Timestamp,
    created_at: Timestamp,
  },
  { title: 'ReceivedInvitation' },
);
export type ReceivedInvitation = Static<typeof ReceivedInvitation>;

export const ReceivedInvitationBody = Type.Object(
  { invitation: ReceivedInvitation },
  { title: 'ReceivedInvitationBody' },
);
export const ReceivedInvitationList = listSchema('invitations', ReceivedInvitation);

const Token = Type.String({ minLength: 1, maxLength: 200, description: 'From a link or mail.' });
export const InvitationToken = Type.Object({ token: Token }, { title: 'InvitationToken' });

export const InvitationInPath = Type.Object({ id: Uuid, invitationId: Uuid });

export const invitationErrors = declareErrors({
  notFound: {
    status: 404,
    code: 'invitation.not-found',
    message: 'This invitation does not exist or was revoked. Ask for another one.',
  },
  otherAddress: {
    status: 403,
    code: 'invitation.other-address',
    message:
      'This invitation is for another email address. Sign in with the account of that address, or ask for a link without an address.',
  },
  addressNotVerified: {
    status: 403,
    code: 'invitation.address-not-verified',
    message:
      'This invitation is for your email address, which is not verified. Open the link in the email that asks you to verify it, then accept again.',
  },
  ended: {
    status: 400,
    code: 'invitation.ended',
    message: 'This invitation has expired, or was used or declined. Ask for another one.',
  },
  ambiguous: {
    status: 400,
    code: 'invitation.ambiguous',
    message: 'Send user_id or email, or neither for a link. Send max_uses only for a link.',
  },
  emailInvalid: {
    status: 400,
    code: 'invitation.email-invalid',
    message: 'email must be one plain email address, such as ada@example.org.',
  },
  alreadyOpen: {
    status: 400,
    code: 'invitation.already-open',
    message: 'There is an open invitation already. Revoke it before you create another one.',
  },
  declined: {
    status: 400,
    code: 'invitation.declined',
    message: 'The user has declined an invitation to this group. Create a link instead.',
  },
  tooMany: {
    status: 400,
    code: 'invitation.too-many',
    message: 'The group has 100 open invitations. Revoke some, or wait until they expire.',
  },
  mailNotAllowed: {
    status: 403,
    code: 'invitation.mail-not-allowed',
    message: 'This service sends no invitations by mail. Invite a user by id, or create a link.',
  },
  mailQuotaSpent: {
    status: 429,
    code: 'invitation.mail-quota-spent',
    message:
      'You have reached the daily limit of mails, in total or to this email address. Create a link, or try again tomorrow.',
  },
});
