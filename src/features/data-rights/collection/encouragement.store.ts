import { sql } from 'kysely';
import { Day, Decimal, Flag, Id, Instant, Json, optional, Text, Whole } from './collection.schema.ts';
import { defineCollection } from './collection.store.ts';

/** Encouragement drops and what they achieved. */
export const ENCOURAGEMENT = [
  defineCollection('encouragement/drops-sent', {
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
      date_sent: Instant,
      engaged_at: optional(Instant),
      bonus_drops_awarded: Whole,
    },
    order: ['date_sent', 'id'],
    rows: (userId) => sql`
      select drop_sent.*, case when is_active then full_name end as recipient_name
      from drop_sent join profile on profile.id = recipient_id where sender_id = ${userId}`,
  }),
  defineCollection('encouragement/drops-received', {
    description: 'Encouragement drops that the user received, without those of users in a block with them.',
    fields: {
      id: Id,
      sender_name: optional(Text),
      drop_type: Text,
      title: optional(Text),
      content: Text,
      media_url: optional(Text),
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
  }),
  defineCollection('encouragement/sender-stats', {
    description: 'Counters of the drops that the user sent.',
    fields: {
      day: Day,
      daily_used: Whole,
      bonus_used: Whole,
      custom_used: Whole,
      bonus_remaining: Whole,
      total_sent: Whole,
      engagement_increases: Whole,
      ended_increases: Whole,
      windows_ended: Whole,
      bonus_earned: Whole,
      last_sent_day: optional(Day),
      consecutive_days: Whole,
    },
    order: ['day'],
    rows: (userId) => sql`select * from drop_sender where user_id = ${userId}`,
  }),
  defineCollection('encouragement/badge', {
    description: 'The level of the user as a sender of drops.',
    fields: {
      level: Whole,
      total_drops_sent: Whole,
      engagement_increases: Whole,
      success_rate: Decimal,
      bonus_drops_earned: Whole,
      last_sent_day: optional(Day),
      consecutive_days: Whole,
    },
    order: ['level'],
    rows: (userId) => sql`select * from badge where user_id = ${userId}`,
  }),
  defineCollection('encouragement/milestones', {
    description: 'When the user reached a level.',
    fields: { level: Whole, achieved_at: Instant, stats: Json },
    order: ['level'],
    rows: (userId) => sql`select * from badge_milestone where user_id = ${userId}`,
  }),
];
