import { erase } from '#platform/db/table/deletion-rules.ts';
import { Id, Instant, optional, Text } from '#platform/db/table/record-fields.ts';
import { defineTable } from '#platform/db/table/table.ts';

export const OPPORTUNITY_TABLES = [
  defineTable('opportunity', {
    holds: 'Submitted opportunities',
    owner: 'submitted_by',
    collections: {
      'lab/opportunities': {
        description: 'Opportunities that the user submitted.',
        fields: {
          id: Id,
          title: Text,
          type: Text,
          organization: Text,
          description: Text,
          url: Text,
          deadline: optional(Text),
          status: Text,
          decline_reason: optional(Text),
          decided_at: optional(Instant),
          created_at: Instant,
        },
        omits: { 'The deadline as an instant.': ['closes_at'] },
      },
    },
    deletion: [erase('submitted_by')],
  }),
];
