import { erase, SECRET } from '#platform/db/table/deletion-rules.ts';
import { defineTable } from '#platform/db/table/table.ts';

export const CONNECTION_TABLES = [
  defineTable('music_oauth_state', {
    holds: 'A connection in progress',
    owner: 'user_id',
    expires: { name: 'music_connections', of: 'their end', column: 'expires_at', days: 1 },
    omitted: SECRET,
    deletion: [erase('user_id')],
  }),
];
