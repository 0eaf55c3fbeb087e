import { sql } from 'kysely';
import { anonymize } from '#platform/db/table/deletion-rules.ts';
import { Decimal, Id, Instant, Json, optional, Text } from '#platform/db/table/record-fields.ts';
import { defineTable } from '#platform/db/table/table.ts';

export const REPLICATION_TABLES = [
  defineTable('lab_replication', {
    holds: 'Measurements of experiments',
    owner: 'user_id',
    collections: {
      'lab/replications': {
        description: 'Measurements of the user.',
        fields: {
          id: Id,
          template_id: Id,
          template_title: Text,
          outputs: Json,
          value: optional(Decimal),
          created_at: Instant,
        },
        rows: (userId) => sql`
          select lab_replication.*, title as template_title
          from lab_replication join lab_template on lab_template.id = template_id where user_id = ${userId}`,
      },
    },
    deletion: [
      anonymize('user_id', { user_id: 'null', outputs: `'[]'` }, 'The value counts in the mean of the experiment.'),
    ],
  }),
];
