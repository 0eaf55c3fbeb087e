import { sql } from 'kysely';
import { anonymize, anonymizeMentions, BY_ID, COUNTER, erase } from '#platform/db/table/deletion-rules.ts';
import { Id, Instant, optional, Text } from '#platform/db/table/record-fields.ts';
import { defineTable } from '#platform/db/table/table.ts';

export const MESSAGE_TABLES = [
  defineTable('chat_message', {
    holds: 'Chat messages',
    owner: 'sender_id',
    collections: {
      'chat/messages': {
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
        omits: {
          'Made from the text again.': ['mentions', 'search_text'],
          'The export has no removed messages.': ['removed_at'],
        },
      },
    },
    deletion: [
      anonymize(
        'sender_id',
        { content: 'null', search_text: 'null', mentions: `'[]'`, removed_at: 'coalesce(removed_at, :erased_at)' },
        `The replies of others keep their order. ${BY_ID}`,
      ),
      anonymizeMentions('messages', 1_000),
    ],
  }),
  defineTable('chat_message_count', {
    holds: 'Messages sent in one minute',
    owner: 'user_id',
    omitted: COUNTER,
    deletion: [erase('user_id')],
  }),
];
