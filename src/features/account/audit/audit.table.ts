import { BY_ID } from '#platform/db/table/deletion-rules.ts';
import { Id, Instant, Text } from '#platform/db/table/record-fields.ts';
import { defineTable } from '#platform/db/table/table.ts';

export const AUDIT_TABLES = [
  defineTable('audit_log', {
    holds: 'The audit log',
    owner: 'actor_id',
    collections: {
      'account/audit-log': {
        description: 'What the user did with a privilege. The details can be about others, so they are left out.',
        fields: { id: Id, action: Text, subject_type: Text, subject_id: Id, created_at: Instant },
        omits: { 'Of other users.': ['details', 'on_behalf_of'] },
      },
    },
    deletion: ['actor_id', 'on_behalf_of', 'subject_id', 'details'].map((column) => ({
      columns: [column],
      where: column === 'details' ? `details ->> 'author_id' = :id::text` : `${column} = :id`,
      action: 'keep' as const,
      reason: `The log stays. ${BY_ID}`,
    })),
    remains: {
      action: 'The name of an action.',
      subject_type: 'The name of a table.',
      details: 'Ids, numbers and names of settings; never text of a user.',
    },
  }),
];
