import { sql } from 'kysely';
import { erase } from '#platform/db/table/deletion-rules.ts';
import { File, Id, Instant, optional, Text, Whole } from '#platform/db/table/record-fields.ts';
import { defineTable } from '#platform/db/table/table.ts';

export const PHOTO_TABLES = [
  defineTable('photo', {
    holds: 'Photos of entries',
    owner: 'user_id',
    collections: {
      'journal/photos': {
        description: 'Photos of entries, in their order within the entry. A photo without an entry is not used yet.',
        fields: {
          id: Id,
          entry_id: optional(Id),
          position: optional(Whole),
          color: Text,
          width: Whole,
          height: Whole,
          file: File,
          created_at: Instant,
        },
        rows: (userId) => sql`
          select photo.*, (sizes -> 'large' ->> 'width')::integer as width, (sizes -> 'large' ->> 'height')::integer as height,
            'media/photos/' || id || '.webp' as file
          from photo where user_id = ${userId}`,
        omits: { 'Of a photo that is not used yet.': ['expires_at'] },
        shows: { key: 'file', sizes: 'width' },
        isRestoredByFeature: true,
      },
    },
    deletion: [erase('user_id')],
    files: [
      {
        folder: 'entry-photos',
        isNamed: sql`exists (
          select from photo where photo.key = regexp_replace(file.key, '-(small|medium|large)[.]webp$', ''))`,
        // A photo has its row before its files.
        required: sql`
          select photo.key || '-' || size.name || '.webp' as key
          from photo cross join lateral jsonb_object_keys(sizes) as size (name)
          where entry_id is not null and user_id is not null`,
        ofUser: (userId) => sql`
          select key || '-' || size || '.webp' as key
          from photo cross join jsonb_object_keys(sizes) size where user_id = ${userId}`,
        exported: {
          rows: (userId) => sql`
            select created_at, id, 'media/photos/' || id || '.webp' as path, key || '-large.webp' as key
            from photo where user_id = ${userId}`,
        },
      },
    ],
  }),
];
