import { sql } from 'kysely';
import { defineTable } from '#platform/db/table/table.ts';

export const MOSAIC_TABLES = [
  defineTable('mosaic', {
    holds: 'Mosaics: a tile for each user in a chain',
    omitted: 'A picture of many users. Check-ins are exported with their photos.',
    deletion: [
      {
        columns: ['mosaic_data'],
        where: `mosaic_data @> jsonb_build_array(jsonb_build_object('userId', :id::text))`,
        action: 'keep',
        reason: `Tiles stay by id. Pictures are drawn again, without the user's photo.`,
      },
    ],
    remains: { image_key: 'The key of a picture, replaced when it is drawn again.' },
    files: [
      {
        folder: 'mosaics',
        isNamed: sql`exists (
          select from mosaic
          where image_key = regexp_replace(file.key, '(-(thumbnail|medium|portrait|card))?[.](png|webp)$', '.png'))`,
        required: sql`select image_key as key from mosaic`,
      },
    ],
  }),
];
