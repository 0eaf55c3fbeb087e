import { sql } from 'kysely';
import { erase } from '#platform/db/table/deletion-rules.ts';
import { Id, Instant, Text } from '#platform/db/table/record-fields.ts';
import { defineTable } from '#platform/db/table/table.ts';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

export const EXPORT_TABLES = [
  defineTable('data_export', {
    holds: 'Exports, for a week',
    owner: 'user_id',
    collections: {
      'account/exports': {
        description: 'Exports that the user started in the last days.',
        fields: { id: Id, status: Text, created_at: Instant, expires_at: Instant },
        omits: { 'Progress of the work.': ['attempts', 'done', 'lease_expires_at', 'lease_id', 'size_bytes', 'total'] },
      },
    },
    deletion: [erase('user_id')],
    files: [
      {
        folder: 'exports',
        isNamed: sql`exists (
          select from data_export where id = substring(file.key from ${`^exports/(${UUID})[.]zip$`})::uuid)`,
        required: sql`
          select 'exports/' || id || '.zip' as key from data_export where status = 'ready' and expires_at > now()`,
        ofUser: (userId) => sql`select 'exports/' || id || '.zip' as key from data_export where user_id = ${userId}`,
      },
    ],
  }),
];
