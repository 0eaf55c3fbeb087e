import { erase } from '#platform/db/table/deletion-rules.ts';
import { defineTable } from '#platform/db/table/table.ts';

export const READ_MARK_TABLES = [
  defineTable('chat_read_mark', {
    holds: 'How far the user has read in chat rooms',
    owner: 'user_id',
    omitted: 'Instants of messages, without content.',
    deletion: [erase('user_id')],
  }),
];
