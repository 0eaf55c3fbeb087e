import { defineTable } from '#platform/db/table/table.ts';

export const ROOM_TABLES = [
  defineTable('chat_room', {
    holds: 'Rooms of squads, teams and organizations, deleted with their group',
  }),
];
