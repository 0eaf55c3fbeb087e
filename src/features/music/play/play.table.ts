import { sql } from 'kysely';
import { erase } from '#platform/db/table/deletion-rules.ts';
import { Id, Instant, Text } from '#platform/db/table/record-fields.ts';
import { defineTable } from '#platform/db/table/table.ts';

export const PLAY_TABLES = [
  defineTable('music_play', {
    holds: 'Plays of tracks',
    owner: 'user_id',
    collections: {
      'music/plays': {
        description: 'When the user listened to a track.',
        fields: { id: Id, track_id: Text, source: Text, played_at: Instant, created_at: Instant },
        order: ['played_at', 'id'],
        restore: {
          // A track belongs to all users, so an import adds none.
          condition: sql`exists (select from music_track where music_track.id = track_id)`,
        },
      },
    },
    deletion: [erase('user_id')],
  }),
  defineTable('music_track', {
    holds: 'Tracks of the music service',
    remains: { raw: 'The description by the music service.' },
  }),
];
