import { sql } from 'kysely';
import { erase } from '#platform/db/table/deletion-rules.ts';
import { File, Id, Instant, Json, optional, Text } from '#platform/db/table/record-fields.ts';
import { defineTable } from '#platform/db/table/table.ts';

const WITHOUT_GENERATED = '{search_vector,search_title,search_text,search_source,word_count,background_key,changed_at}';

export const TRASH_TABLES = [
  defineTable('trash', {
    holds: 'Deleted entries and notebooks, for 30 days',
    owner: 'user_id',
    collections: {
      'journal/trash': {
        description:
          'Deleted entries and notebooks that can still be restored. The record has the fields of its table.',
        fields: { id: Id, kind: Text, title: Text, record: Json, background_file: optional(File), deleted_at: Instant },
        order: ['deleted_at', 'id'],
        rows: (userId) => sql`
          select id, kind, title, record - ${WITHOUT_GENERATED}::text[] as record, deleted_at,
            'media/backgrounds/' || id || substring(record ->> 'background_key' from '\\.[a-z]+$') as background_file
          from trash where user_id = ${userId}`,
      },
    },
    deletion: [erase('user_id')],
    files: [
      {
        folder: 'entry-backgrounds',
        isNamed: sql`exists (select from trash where record ->> 'background_key' = file.key)`,
        ofUser: (userId) => sql`
          select record ->> 'background_key' as key from trash
          where user_id = ${userId} and record ->> 'background_key' is not null`,
        exported: {
          order: ['deleted_at', 'id'],
          rows: (userId) => sql`
            select deleted_at, id, record ->> 'background_key' as key,
              'media/backgrounds/' || id || substring(record ->> 'background_key' from '\\.[a-z]+$') as path
            from trash where user_id = ${userId} and record ->> 'background_key' is not null`,
        },
      },
    ],
  }),
];
