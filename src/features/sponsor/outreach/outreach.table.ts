import { sql } from 'kysely';
import { erase } from '#platform/db/table/deletion-rules.ts';
import { Id, Instant, Text } from '#platform/db/table/record-fields.ts';
import { defineTable } from '#platform/db/table/table.ts';

export const OUTREACH_TABLES = [
  defineTable('sponsor_message', {
    holds: 'That a sponsor was written to',
    owner: 'sender_id',
    collections: {
      'mail/sponsor-messages': {
        description: 'To which sponsors the user wrote. The text is not stored.',
        fields: { id: Id, sponsor_id: Id, sponsor_name: Text, created_at: Instant },
        rows: (userId) => sql`
          select sponsor_message.*, name as sponsor_name
          from sponsor_message join sponsor on sponsor.id = sponsor_id where sender_id = ${userId}`,
      },
    },
    expires: { name: 'sponsor_messages', of: 'their creation', column: 'created_at', days: 90 },
    deletion: [erase('sender_id')],
  }),
];
