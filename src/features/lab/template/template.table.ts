import { erase } from '#platform/db/table/deletion-rules.ts';
import { Flag, Id, Instant, Json, optional, Text, Whole } from '#platform/db/table/record-fields.ts';
import { defineTable } from '#platform/db/table/table.ts';

export const TEMPLATE_TABLES = [
  defineTable('lab_template', {
    holds: 'Experiments, and copies of others',
    owner: 'owner_id',
    collections: {
      'lab/templates': {
        description: 'Templates of experiments that the user wrote, and copies that they work through.',
        fields: {
          id: Id,
          title: Text,
          description: Text,
          steps: Json,
          predicted_values: Json,
          is_template: Flag,
          is_public: Flag,
          safety_level: Text,
          min_grade_band: optional(Text),
          cloned_from: optional(Id),
          completed_steps: optional(Whole),
          completed_at: optional(Instant),
          first_completed_at: optional(Instant),
          is_attested: Flag,
          replications: Whole,
          confirmations: Whole,
          created_at: Instant,
          updated_at: Instant,
        },
        omits: {
          'Follows from the replications of all users.': [
            'is_robust',
            'replication_deviation',
            'replication_mean',
            'robust_since',
          ],
        },
      },
    },
    deletion: [erase('owner_id')],
  }),
];
