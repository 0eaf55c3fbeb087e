import { erase, TECHNICAL } from '#platform/db/table/deletion-rules.ts';
import { Day, Id, Instant, Json, Text, Whole } from '#platform/db/table/record-fields.ts';
import { defineTable } from '#platform/db/table/table.ts';

export const ANALYSIS_TABLES = [
  defineTable('note_analysis', {
    holds: 'Analyses of notes',
    owner: 'user_id',
    collections: {
      'assistant/analyses': {
        description: 'What the assistant found in the notes of the user, one for each day (UTC).',
        fields: {
          id: Id,
          analysis_date: Day,
          summary: Text,
          mood_trends: Json,
          topics: Json,
          patterns: Json,
          recommendations: Json,
          insights: Json,
          entry_count: Whole,
          notes_read_at: Instant,
          created_at: Instant,
          updated_at: Instant,
        },
      },
    },
    deletion: [erase('user_id')],
  }),
  defineTable('note_analysis_lease', {
    holds: 'A running analysis',
    owner: 'user_id',
    omitted: TECHNICAL,
    deletion: [erase('user_id')],
  }),
];
