import { erase } from '#platform/db/table/deletion-rules.ts';
import { Flag, optional, Text } from '#platform/db/table/record-fields.ts';
import { defineTable } from '#platform/db/table/table.ts';

export const PREFERENCE_TABLES = [
  defineTable('notification_preference', {
    holds: 'Preferences of notifications',
    owner: 'user_id',
    collections: {
      'notifications/preferences': {
        description: 'Changed defaults of kinds of notifications.',
        fields: { kind: Text, inbox: optional(Flag), push: optional(Flag) },
        order: ['kind'],
        isRestoredByFeature: true,
      },
    },
    deletion: [erase('user_id')],
  }),
  defineTable('notification_quiet_hours', {
    holds: 'Quiet hours',
    owner: 'user_id',
    collections: {
      'notifications/quiet-hours': {
        description: 'When no notification is pushed, in the time zone of the profile.',
        fields: { start_time: Text, end_time: Text },
        order: ['start_time'],
        isRestoredByFeature: true,
      },
    },
    deletion: [erase('user_id')],
  }),
];
