import { sql } from 'kysely';
import { Day, Decimal, File, Flag, Id, Instant, optional, Text, Whole } from './collection.schema.ts';
import { defineCollection } from './collection.store.ts';

/** Workouts: of chains and squads the part of the user, and nothing of the others in them. */
export const WORKOUT = [
  defineCollection('workout/window', {
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
    rows: (userId) => sql`select * from workout_window where user_id = ${userId}`,
  }),
  defineCollection('workout/location', {
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
    rows: (userId) => sql`select * from workout_location where user_id = ${userId}`,
  }),
  defineCollection('workout/chains', {
    description: 'The dates on which the user was in a chain.',
    fields: {
      id: Id,
      date: Day,
      team_color: Text,
      has_check_in: Flag,
      missed_at: optional(Instant),
      created_at: Instant,
    },
    order: ['date'],
    rows: (userId) => sql`select * from chain where user_id = ${userId}`,
  }),
  defineCollection('workout/squads', {
    description: 'The dates on which the user was in a squad.',
    fields: { id: Id, date: Day, team_color: Text, created_at: Instant },
    rows: (userId) => sql`select * from squad where ${userId} in (user_1_id, user_2_id, user_3_id)`,
  }),
  defineCollection('workout/check-ins', {
    description: 'Workout check-ins, with the chips that they earned.',
    fields: {
      id: Id,
      date: Day,
      timezone: Text,
      activity_type: Text,
      within_window: Flag,
      file: optional(File),
      photo_timestamp: Instant,
      location_lat: optional(Decimal),
      location_lng: optional(Decimal),
      status: Text,
      rejection_reason: optional(Text),
      continues_chain: Flag,
      battle_chips_earned: Whole,
      created_at: Instant,
    },
    order: ['date'],
    rows: (userId) => sql`
      select check_in.*, 'media/check-ins/' || id || substring(photo_key from '\\.[a-z]+$') as file
      from check_in where user_id = ${userId}`,
  }),
];
