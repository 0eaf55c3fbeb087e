import { erase } from '#platform/db/table/deletion-rules.ts';
import { Flag, Instant, optional, Text } from '#platform/db/table/record-fields.ts';
import { defineTable } from '#platform/db/table/table.ts';

export const MUSIC_ACCOUNT_TABLES = [
  defineTable('music_account', {
    holds: 'The connected music account',
    owner: 'user_id',
    collections: {
      'music/account': {
        description: 'The connection to the music service, without its tokens.',
        fields: {
          provider_user_id: Text,
          scope: Text,
          needs_reauth: Flag,
          connected_at: Instant,
          last_synced_at: optional(Instant),
        },
        order: ['connected_at'],
        omits: {
          'Opens the account at the music service.': ['access_token', 'refresh_token', 'expires_at'],
          'Progress of the work.': ['attempted_at', 'last_played_at', 'lease_expires_at', 'lease_id'],
        },
      },
    },
    deletion: [erase('user_id')],
  }),
];
