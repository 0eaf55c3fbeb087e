import { sql } from 'kysely';
import { erase } from '#platform/db/table/deletion-rules.ts';
import { defineTable } from '#platform/db/table/table.ts';

export const BACKGROUND_TABLES = [
  defineTable('temporary_background', {
    holds: 'Generated images without an entry, for an hour',
    owner: 'user_id',
    omitted: 'Deleted within hours.',
    deletion: [erase('user_id')],
    files: [
      {
        folder: 'entry-backgrounds',
        isForOwner: true,
        isNamed: sql`exists (select from temporary_background where temporary_background.key = file.key)`,
        ofUser: (userId) => sql`select key from temporary_background where user_id = ${userId}`,
      },
    ],
  }),
];
