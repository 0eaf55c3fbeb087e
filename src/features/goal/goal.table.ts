import { erase } from '#platform/db/table/deletion-rules.ts';
import { Day, Id, Instant, optional, Text } from '#platform/db/table/record-fields.ts';
import { defineTable } from '#platform/db/table/table.ts';

export const GOAL_TABLES = [
  defineTable('goal', {
    holds: 'Goals',
    owner: 'user_id',
    isSynced: true,
    collections: {
      'goals/goals': {
        description: 'Goals.',
        fields: {
          id: Id,
          title: Text,
          description: Text,
          target_date: optional(Day),
          status: Text,
          created_at: Instant,
          updated_at: Instant,
        },
        omits: { 'Counts and dates changes of the row, for clients that sync.': ['changed_at', 'version'] },
        restore: { futureDays: ['target_date'] },
      },
    },
    deletion: [erase('user_id')],
  }),
];
