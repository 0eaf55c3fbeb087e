import { sql } from 'kysely';
import { erase, eraseByEmail } from '#platform/db/table/deletion-rules.ts';
import { Id, Instant, optional, Text, Whole } from '#platform/db/table/record-fields.ts';
import { defineTable } from '#platform/db/table/table.ts';

export const INVITATION_TABLES = [
  defineTable('group_invitation', {
    holds: 'Invitations to groups, sent and received',
    owner: ['invited_by', 'user_id'],
    collections: {
      'groups/invitations-received': {
        description: 'Invitations of the user to groups.',
        fields: {
          id: Id,
          organization_name: Text,
          team_name: optional(Text),
          role: Text,
          declined_at: optional(Instant),
          expires_at: Instant,
          created_at: Instant,
        },
        rows: (userId) => sql`
          select group_invitation.*, organization.name as organization_name, team.name as team_name
          from group_invitation join organization on organization.id = group_invitation.org_id
          left join team on team.id = team_id where user_id = ${userId}`,
        shows: { org_id: 'organization_name', team_id: 'team_name' },
        omits: { 'Of the user who invites.': ['max_uses', 'uses', 'email'] },
      },
      'groups/invitations-sent': {
        description: 'Invitations to groups by the user.',
        fields: {
          id: Id,
          org_id: Id,
          team_id: optional(Id),
          role: Text,
          user_id: optional(Id),
          email: optional(Text),
          max_uses: Whole,
          uses: Whole,
          expires_at: Instant,
          created_at: Instant,
        },
        rows: (userId) => sql`select * from group_invitation where invited_by = ${userId}`,
        omits: { 'The answer is the membership, or none.': ['declined_at'] },
      },
    },
    deletion: [erase('invited_by'), erase('user_id'), eraseByEmail('email')],
  }),
];
