import { anonymize, eraseByEmail } from '#platform/db/table/deletion-rules.ts';
import { defineTable } from '#platform/db/table/table.ts';

export const SIGN_UP_INVITATION_TABLES = [
  defineTable('sign_up_invitation', {
    holds: 'Invitations to sign up',
    expires: { name: 'sign_up_invitations', of: 'their end', column: 'expires_at', days: 90 },
    omitted: 'They end with the sign-up.',
    deletion: [
      eraseByEmail('email'),
      anonymize('invited_by', { invited_by: 'null' }, 'The invitation stays, without the super admin who made it.'),
    ],
  }),
];
