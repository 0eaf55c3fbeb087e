import { sql } from 'kysely';
import { erase } from '#platform/db/table/deletion-rules.ts';
import { Id, Instant, Text, Whole } from '#platform/db/table/record-fields.ts';
import { defineTable } from '#platform/db/table/table.ts';

export const ENTRY_TABLES = [
  defineTable('competition_entry', {
    holds: 'Entries in competitions',
    owner: 'user_id',
    collections: {
      'lab/competition-entries': {
        description: 'Templates that the user entered in competitions. The score is in hundredths.',
        fields: {
          id: Id,
          competition_id: Id,
          competition_name: Text,
          template_id: Id,
          clones: Whole,
          completions: Whole,
          confirmations: Whole,
          refutations: Whole,
          builds: Whole,
          score: Whole,
          created_at: Instant,
        },
        rows: (userId) => sql`
          select competition_entry.*, name as competition_name
          from competition_entry join competition on competition.id = competition_id where user_id = ${userId}`,
      },
    },
    deletion: [erase('user_id')],
  }),
];
