import { sql } from 'kysely';
import { erase } from '#platform/db/table/deletion-rules.ts';
import { Id, Instant, Json, optional, Text } from '#platform/db/table/record-fields.ts';
import { defineTable } from '#platform/db/table/table.ts';

export const NOTIFICATION_TABLES = [
  defineTable('notification', {
    holds: 'Notifications in the inbox',
    owner: 'user_id',
    collections: {
      'notifications/inbox': {
        description: 'The inbox.',
        fields: {
          id: Id,
          kind: Text,
          title: Text,
          body: Text,
          data: Json,
          read_at: optional(Instant),
          created_at: Instant,
        },
        rows: (userId) => sql`select * from notification where user_id = ${userId} and deleted_at is null`,
        omits: {
          'Of the user who caused it.': ['actor_id'],
          'Progress of the work.': ['dedupe_key'],
          'The export has no deleted ones.': ['deleted_at'],
        },
      },
    },
    expires: { name: 'notifications', of: 'their creation', column: 'created_at', days: 90, isPartitioned: true },
    deletion: [
      erase('user_id'),
      erase('actor_id'),
      erase('data', `data ->> 'from_user_id' = :id::text or data ->> 'missed_user_id' = :id::text`),
    ],
  }),
];
