import { sql } from 'kysely';
import { anonymize, erase } from '#platform/db/table/deletion-rules.ts';
import { Flag, Id, Instant, optional, Text, Whole } from '#platform/db/table/record-fields.ts';
import { defineTable } from '#platform/db/table/table.ts';

export const DROP_TABLES = [
  defineTable('drop_sent', {
    holds: 'Encouragement drops, sent and received',
    owner: ['recipient_id', 'sender_id'],
    collections: {
      'encouragement/drops-sent': {
        description: 'Encouragement drops that the user sent.',
        fields: {
          id: Id,
          recipient_id: Id,
          recipient_name: optional(Text),
          drop_type: Text,
          template_id: optional(Id),
          is_custom: Flag,
          title: optional(Text),
          content: Text,
          media_url: optional(Text),
          media_type: optional(Text),
          thumbnail_url: optional(Text),
          entry_id: optional(Id),
          date_sent: Instant,
          engaged_at: optional(Instant),
          bonus_drops_awarded: Whole,
        },
        order: ['date_sent', 'id'],
        rows: (userId) => sql`
          select drop_sent.*, case when is_active then full_name end as recipient_name
          from drop_sent join profile on profile.id = recipient_id where sender_id = ${userId}`,
        omits: {
          'Follows from the instant of sending.': ['closed_at', 'day', 'engagement_ends_at'],
          'Of the recipient.': ['read_at'],
        },
      },
      'encouragement/drops-received': {
        description: 'Encouragement drops that the user received, without those of users in a block with them.',
        fields: {
          id: Id,
          sender_name: optional(Text),
          drop_type: Text,
          title: optional(Text),
          content: Text,
          media_url: optional(Text),
          media_type: optional(Text),
          thumbnail_url: optional(Text),
          entry_id: optional(Id),
          date_sent: Instant,
          read_at: optional(Instant),
        },
        order: ['date_sent', 'id'],
        rows: (userId) => sql`
          select drop_sent.*, case when is_active then full_name end as sender_name
          from drop_sent left join profile on profile.id = sender_id
          where recipient_id = ${userId} and not exists (
            select from user_block
            where (blocker_id, blocked_id) in ((recipient_id, sender_id), (sender_id, recipient_id)))`,
        omits: {
          'Follows from the instant of sending.': ['closed_at', 'day', 'engagement_ends_at'],
          'Of the sender.': ['template_id', 'is_custom', 'engaged_at', 'bonus_drops_awarded'],
        },
        shows: { sender_id: 'sender_name' },
      },
    },
    deletion: [
      erase('recipient_id'),
      anonymize(
        'sender_id',
        {
          title: 'case when is_custom then null else title end',
          content: `case when is_custom then 'This drop was deleted with the account of its sender.' else content end`,
          media_url: 'case when is_custom then null else media_url end',
          media_type: 'case when is_custom then null else media_type end',
          thumbnail_url: 'case when is_custom then null else thumbnail_url end',
          entry_id: 'null',
        },
        'Recipients keep that they got a drop, and the text of its template, but no text of the sender.',
      ),
    ],
  }),
];
