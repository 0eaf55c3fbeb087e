import { sql } from 'kysely';
import { anonymize, BY_ID } from '#platform/db/table/deletion-rules.ts';
import { Day, Decimal, File, Flag, Id, Instant, optional, Text, Whole } from '#platform/db/table/record-fields.ts';
import { defineTable } from '#platform/db/table/table.ts';

export const CHECK_IN_TABLES = [
  defineTable('check_in', {
    holds: 'Workout check-ins',
    owner: 'user_id',
    collections: {
      'workout/check-ins': {
        description: 'Workout check-ins, with the chips that they earned.',
        fields: {
          id: Id,
          date: Day,
          timezone: Text,
          activity_type: Text,
          within_window: Flag,
          file: optional(File),
          photo_timestamp: Instant,
          location_lat: optional(Decimal),
          location_lng: optional(Decimal),
          status: Text,
          rejection_reason: optional(Text),
          continues_chain: Flag,
          battle_chips_earned: Whole,
          is_rejected_automatically: Flag,
          replaced_at: optional(Instant),
          created_at: Instant,
        },
        order: ['date'],
        rows: (userId) => sql`
          select check_in.*, 'media/check-ins/' || id || substring(photo_key from '\\.[a-z]+$') as file
          from check_in where user_id = ${userId}`,
        omits: {
          'Names the chain, which the export has for itself.': ['chain_id', 'match_group'],
          'Describes the photo, which the export has.': [
            'photo_bits',
            'photo_color',
            'photo_digest',
            'photo_fingerprint',
            'photo_height',
            'photo_width',
            'tile_key',
          ],
        },
        shows: { photo_key: 'file' },
      },
    },
    deletion: [
      anonymize(
        'user_id',
        {
          photo_key: 'null',
          tile_key: 'null',
          photo_digest: 'null',
          photo_fingerprint: 'null',
          photo_bits: 'null',
          photo_width: 'null',
          photo_height: 'null',
          photo_color: 'null',
          photo_timestamp: 'created_at',
          location_lat: 'null',
          location_lng: 'null',
          rejection_reason: `case when status = 'rejected' then 'Erased' end`,
          activity_type: `'other'`,
          timezone: `'UTC'`,
        },
        `The days and chips of past chains and battles stay. ${BY_ID}`,
      ),
    ],
    remains: { match_group: 'The group of the chain, as of its other members.' },
    files: [
      {
        folder: 'check-ins',
        isNamed: sql`exists (select from check_in where photo_key = file.key)`,
        required: sql`select photo_key as key from check_in where photo_key is not null`,
        ofUser: (userId) =>
          sql`select photo_key as key from check_in where user_id = ${userId} and photo_key is not null`,
        exported: {
          order: ['date'],
          rows: (userId) => sql`
            select date, 'media/check-ins/' || id || substring(photo_key from '\\.[a-z]+$') as path, photo_key as key
            from check_in where user_id = ${userId} and photo_key is not null`,
        },
      },
      {
        folder: 'check-in-tiles',
        isNamed: sql`exists (
          select from check_in where photo_key = replace(file.key, 'check-in-tiles/', 'check-ins/') and tile_key = file.key)`,
        required: sql`select tile_key as key from check_in where tile_key is not null`,
        ofUser: (userId) =>
          sql`select tile_key as key from check_in where user_id = ${userId} and tile_key is not null`,
      },
    ],
    zone: { name: 'timezone', set: 'timezone = $2' },
  }),
];
