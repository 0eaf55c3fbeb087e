import { erase } from '#platform/db/table/deletion-rules.ts';
import { Day, Id, Instant, Text, Whole } from '#platform/db/table/record-fields.ts';
import { defineTable } from '#platform/db/table/table.ts';

export const SATISFACTION_ENTRY_TABLES = [
  defineTable('satisfaction_entry', {
    holds: 'Satisfaction entries',
    owner: 'user_id',
    collections: {
      'wellbeing/satisfaction': {
        description: 'How satisfied the user was, from 1 to 10.',
        fields: { id: Id, score: Whole, note: Text, entry_date: Day, created_at: Instant, updated_at: Instant },
        omits: { 'Set by the import.': ['is_imported'] },
        restore: { adds: ['is_imported'] },
      },
    },
    deletion: [erase('user_id')],
  }),
];
