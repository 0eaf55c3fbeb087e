import { sql } from 'kysely';
import { anonymize, erase } from '#platform/db/table/deletion-rules.ts';
import { File, Flag, Id, Instant, optional, Text, Whole } from '#platform/db/table/record-fields.ts';
import { defineTable } from '#platform/db/table/table.ts';

/** Images of sold packs belong to their buyers. */
const UNSOLD_IMAGES = sql`
  from tone_pack_image join tone_pack on tone_pack.id = pack_id
  where not exists (select from tone_pack_purchase where tone_pack_purchase.pack_id = tone_pack.id)`;

export const PACK_TABLES = [
  defineTable('tone_pack_image', {
    holds: 'Images of tone packs, deleted with their pack',
    collections: {
      'packs/images': {
        description: 'The images of the packs that the user made.',
        fields: { pack_id: Id, tone: Text, color: optional(Text), file: File, created_at: Instant },
        omits: { 'Of a smaller size of the image.': ['preview_size'] },
        order: ['pack_id', 'tone'],
        rows: (userId) => sql`
          select pack_id, tone, color, tone_pack_image.created_at,
            'media/tone-packs/' || pack_id || '/' || tone || substring(image_key from '\\.[a-z]+$') as file
          from tone_pack_image join tone_pack on tone_pack.id = pack_id where owner_id = ${userId}`,
        shows: { image_key: 'file' },
      },
    },
    remains: { image_key: 'The key of a generated image.' },
    files: [
      {
        folder: 'tone-packs',
        isNamed: sql`exists (select from tone_pack_image where image_key = file.key)`,
        required: sql`select image_key as key from tone_pack_image`,
        ofUser: (userId) => sql`select image_key as key ${UNSOLD_IMAGES} and owner_id = ${userId}`,
        exported: {
          order: ['pack_id', 'tone'],
          rows: (userId) => sql`
            select pack_id, tone, image_key as key,
              'media/tone-packs/' || pack_id || '/' || tone || substring(image_key from '\\.[a-z]+$') as path
            from tone_pack_image join tone_pack on tone_pack.id = pack_id where owner_id = ${userId}`,
        },
      },
      {
        folder: 'tone-pack-previews',
        isNamed: sql`exists (
          select from tone_pack_image
          where image_key = replace(replace(file.key, 'tone-pack-previews/', 'tone-packs/'), '.webp', '.png'))`,
        ofUser: (userId) => sql`
          select regexp_replace(image_key, '^tone-packs/(.*)\\.png$', 'tone-pack-previews/\\1.webp') as key
          ${UNSOLD_IMAGES} and owner_id = ${userId}`,
      },
    ],
  }),
  defineTable('tone_pack', {
    holds: 'Tone packs',
    owner: 'owner_id',
    collections: {
      'packs/packs': {
        description: 'Packs of images that the user made.',
        fields: {
          id: Id,
          name: Text,
          description: Text,
          theme: Text,
          is_public: Flag,
          price_drops: Whole,
          unlisted_at: optional(Instant),
          created_at: Instant,
          updated_at: Instant,
        },
        omits: { 'Progress of the work.': ['generation_lease_expires_at', 'generation_lease_id'] },
      },
    },
    deletion: [
      erase(
        'owner_id',
        'owner_id = :id and not exists (select from tone_pack_purchase where tone_pack_purchase.pack_id = tone_pack.id)',
      ),
      anonymize(
        'owner_id',
        {
          owner_id: 'null',
          name: 'initcap(theme)',
          description: `''`,
          is_public: 'false',
          unlisted_at: 'coalesce(unlisted_at, :erased_at)',
        },
        'Buyers keep the images that they bought.',
      ),
    ],
  }),
];
