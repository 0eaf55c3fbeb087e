import { erase } from '#platform/db/table/deletion-rules.ts';
import { Day, optional, Whole } from '#platform/db/table/record-fields.ts';
import { defineTable } from '#platform/db/table/table.ts';

export const SENDER_STATS_TABLES = [
  defineTable('drop_sender', {
    holds: 'Counts of drops sent',
    owner: 'user_id',
    collections: {
      'encouragement/sender-stats': {
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
      },
    },
    deletion: [erase('user_id')],
  }),
];
