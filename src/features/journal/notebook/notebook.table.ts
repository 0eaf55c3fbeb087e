import { erase } from '#platform/db/table/deletion-rules.ts';
import { Id, Instant, optional, Text } from '#platform/db/table/record-fields.ts';
import { defineTable } from '#platform/db/table/table.ts';

export const NOTEBOOK_TABLES = [
  defineTable('notebook', {
    holds: 'Notebooks',
    owner: 'user_id',
    isSynced: true,
    collections: {
      'journal/notebooks': {
        description: 'Folders of entries.',
        fields: {
          id: Id,
          name: Text,
          description: Text,
          metadata_visibility: Text,
          content_visibility: Text,
          team_id: optional(Id),
          org_id: optional(Id),
          created_at: Instant,
          updated_at: Instant,
        },
        omits: { 'Counts and dates changes of the row, for clients that sync.': ['changed_at', 'version'] },
        isRestoredByFeature: true,
      },
    },
    deletion: [erase('user_id')],
  }),
];
