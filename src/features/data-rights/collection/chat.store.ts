import { sql } from 'kysely';
import { Id, Instant, optional, Text } from './collection.schema.ts';
import { defineCollection } from './collection.store.ts';

/** Messages in rooms, without those of others. */
export const CHAT = [
  defineCollection('chat/messages', {
    description: 'Messages that the user sent to the rooms of their groups, without removed ones.',
    fields: {
      id: Id,
      room_id: Id,
      room_kind: Text,
      room_name: optional(Text),
      content: Text,
      created_at: Instant,
      edited_at: optional(Instant),
    },
    rows: (userId) => sql`
      select chat_message.*, coalesce(team.name, organization.name) as room_name,
        case when squad_id is not null then 'squad' when team_id is not null then 'team' else 'organization' end as room_kind
      from chat_message join chat_room on chat_room.id = room_id
      left join team on team.id = team_id left join organization on organization.id = chat_room.org_id
      where sender_id = ${userId} and removed_at is null`,
  }),
];
