import { erase } from '#platform/db/table/deletion-rules.ts';
import { Day, Id, Instant, Text } from '#platform/db/table/record-fields.ts';
import { defineTable } from '#platform/db/table/table.ts';

export const GOAL_CHECK_IN_TABLES = [
  defineTable('goal_check_in', {
    holds: 'Check-ins of goals',
    owner: 'user_id',
    isSynced: true,
    collections: {
      'goals/check-ins': {
        description: 'Progress reports of goals.',
        fields: {
          id: Id,
          goal_id: Id,
          status: Text,
          notes: Text,
          check_in_date: Day,
          created_date: Day,
          created_at: Instant,
          updated_at: Instant,
        },
        omits: { 'Counts and dates changes of the row, for clients that sync.': ['changed_at', 'version'] },
        restore: { references: { goal_id: { collection: 'goals/goals', isRequired: true } } },
      },
    },
    deletion: [erase('user_id')],
  }),
];
