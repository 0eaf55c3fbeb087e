import { erase } from '#platform/db/table/deletion-rules.ts';
import { Day, Decimal, Id, Instant, Text, Whole } from '#platform/db/table/record-fields.ts';
import { defineTable } from '#platform/db/table/table.ts';

export const SLEEP_ENTRY_TABLES = [
  defineTable('sleep_entry', {
    holds: 'Sleep entries',
    owner: 'user_id',
    collections: {
      'wellbeing/sleep': {
        description: 'How long and how well the user slept.',
        fields: {
          id: Id,
          sleep_date: Day,
          hours: Decimal,
          quality: Whole,
          note: Text,
          created_at: Instant,
          updated_at: Instant,
        },
        omits: { 'Set by the import.': ['is_imported'] },
        restore: { adds: ['is_imported'] },
      },
    },
    deletion: [erase('user_id')],
  }),
];
