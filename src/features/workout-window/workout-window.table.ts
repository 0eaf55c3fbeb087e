import { erase } from '#platform/db/table/deletion-rules.ts';
import { Day, Decimal, Flag, Id, Instant, optional, Text, Wholes } from '#platform/db/table/record-fields.ts';
import { defineTable } from '#platform/db/table/table.ts';

export const WORKOUT_WINDOW_TABLES = [
  defineTable('workout_window', {
    holds: 'The workout window',
    owner: 'user_id',
    collections: {
      'workout/window': {
        description: 'The two hours of each day.',
        fields: {
          id: Id,
          activity_type: Text,
          custom_activity: optional(Text),
          window_start_time: Text,
          window_end_time: Text,
          timezone: Text,
          is_active: Flag,
          since: Day,
          created_at: Instant,
          updated_at: Instant,
        },
        omits: { 'Follows from the window and the location.': ['match_group'] },
      },
    },
    deletion: [erase('user_id')],
    zone: { name: 'timezone', set: 'timezone = $2', isCurrent: true },
  }),
  defineTable('rest_period', {
    holds: 'Rest days and pauses',
    owner: 'user_id',
    collections: {
      'workout/rest-periods': {
        description:
          'Weekdays on which the user rests, and pauses. The last date is null for the rest days that hold now.',
        fields: {
          id: Id,
          kind: Text,
          weekdays: Wholes,
          from_date: Day,
          until_date: optional(Day),
          created_at: Instant,
        },
        order: ['from_date', 'kind'],
      },
    },
    deletion: [erase('user_id')],
  }),
  defineTable('workout_location', {
    holds: 'The location',
    owner: 'user_id',
    collections: {
      'workout/location': {
        description: 'The location, as far as the user shares it.',
        fields: {
          ip_address: optional(Text),
          latitude: optional(Decimal),
          longitude: optional(Decimal),
          city: optional(Text),
          region: optional(Text),
          country: optional(Text),
          timezone: optional(Text),
          last_updated: Instant,
        },
        order: ['last_updated'],
      },
    },
    deletion: [erase('user_id')],
    zone: { name: 'timezone', set: 'timezone = $2' },
  }),
];
