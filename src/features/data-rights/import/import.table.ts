import { sql } from 'kysely';
import { COUNTER, erase, TECHNICAL } from '#platform/db/table/deletion-rules.ts';
import { defineTable } from '#platform/db/table/table.ts';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

export const IMPORT_TABLES = [
  defineTable('imported_history', {
    holds: 'Records of an imported export that take no effect',
    owner: 'user_id',
    omitted: 'They are in the collections that they came from.',
    deletion: [erase('user_id')],
    files: [
      {
        folder: 'imported',
        isNamed: sql`exists (select from imported_history where file_key = file.key)`,
        required: sql`select file_key as key from imported_history where file_key is not null`,
        ofUser: (userId) => sql`
          select file_key as key from imported_history where user_id = ${userId} and file_key is not null`,
        exported: {
          order: ['imported_at', 'digest'],
          rows: (userId) => sql`
            select imported_at, encode(digest, 'hex') as digest, file_key as key,
              coalesce(record ->> 'file', record ->> 'background_file') as path
            from imported_history where user_id = ${userId} and file_key is not null`,
        },
      },
      {
        folder: 'entry-backgrounds',
        isForOwner: true,
        isNamed: sql`exists (select from imported_history where file_key = file.key)`,
      },
    ],
  }),
  defineTable('data_import', {
    holds: 'Imports',
    owner: 'user_id',
    omitted: TECHNICAL,
    deletion: [erase('user_id')],
    files: [
      {
        folder: 'imports',
        isNamed: sql`exists (
          select from data_import where id = substring(file.key from ${`^imports/(${UUID})[.]zip$`})::uuid)`,
        ofUser: (userId) => sql`select 'imports/' || id || '.zip' as key from data_import where user_id = ${userId}`,
      },
    ],
  }),
  defineTable('imported_record', {
    holds: 'Digests of imported records',
    owner: 'user_id',
    omitted: TECHNICAL,
    deletion: [erase('user_id')],
  }),
  defineTable('imported_text', {
    holds: 'Amount of imported text and photos',
    owner: 'user_id',
    omitted: COUNTER,
    deletion: [erase('user_id')],
  }),
];
