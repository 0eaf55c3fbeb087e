import { erase } from '#platform/db/table/deletion-rules.ts';
import { Day, Decimal, Instant, Json, optional, Whole } from '#platform/db/table/record-fields.ts';
import { defineTable } from '#platform/db/table/table.ts';

export const BADGE_TABLES = [
  defineTable('badge', {
    holds: 'The badge',
    owner: 'user_id',
    collections: {
      'encouragement/badge': {
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
      },
    },
    deletion: [erase('user_id')],
  }),
  defineTable('badge_milestone', {
    holds: 'Badges reached',
    owner: 'user_id',
    collections: {
      'encouragement/milestones': {
        description: 'When the user reached a level.',
        fields: { level: Whole, achieved_at: Instant, stats: Json },
        order: ['level'],
      },
    },
    deletion: [erase('user_id')],
  }),
  defineTable('badge_definition', {
    holds: 'Levels of badges',
  }),
];
