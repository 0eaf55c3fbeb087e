import { erase } from '#platform/db/table/deletion-rules.ts';
import { Day, Id, Instant, optional, Text } from '#platform/db/table/record-fields.ts';
import { defineTable } from '#platform/db/table/table.ts';

export const ACTION_NOTE_TABLES = [
  defineTable('action_note', {
    holds: 'Action notes',
    owner: 'user_id',
    collections: {
      'wellbeing/action-notes': {
        description: 'What the user did.',
        fields: {
          id: Id,
          content: Text,
          goal_id: optional(Id),
          note_date: Day,
          created_date: Day,
          created_at: Instant,
          updated_at: Instant,
        },
        omits: { 'Set by the import.': ['is_imported'] },
        restore: { adds: ['is_imported'], references: { goal_id: { collection: 'goals/goals', isRequired: false } } },
      },
    },
    deletion: [erase('user_id')],
  }),
];
