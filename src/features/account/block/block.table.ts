import { sql } from 'kysely';
import { erase } from '#platform/db/table/deletion-rules.ts';
import { Id, Instant, optional, Text } from '#platform/db/table/record-fields.ts';
import { defineTable } from '#platform/db/table/table.ts';

export const BLOCK_TABLES = [
  defineTable('user_block', {
    holds: 'Blocks',
    owner: ['blocker_id', 'blocked_id'],
    collections: {
      'account/blocks': {
        description: 'Users that the user blocked.',
        fields: { blocked_id: Id, blocked_name: optional(Text), created_at: Instant },
        order: ['created_at', 'blocked_id'],
        rows: (userId) => sql`
          select blocked_id, case when is_active then full_name end as blocked_name, user_block.created_at
          from user_block join profile on profile.id = blocked_id where blocker_id = ${userId}`,
      },
    },
    deletion: [erase('blocker_id'), erase('blocked_id')],
  }),
];
