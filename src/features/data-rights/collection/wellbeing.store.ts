import { sql } from 'kysely';
import { Day, Decimal, Flag, Id, Instant, optional, Text, Texts, Whole } from './collection.schema.ts';
import { defineCollection } from './collection.store.ts';

/** Goals, wellbeing and music. */
export const WELLBEING = [
  defineCollection('goals/goals', {
    description: 'Goals.',
    fields: {
      id: Id,
      title: Text,
      description: Text,
      target_date: optional(Day),
      status: Text,
      created_at: Instant,
      updated_at: Instant,
    },
    rows: (userId) => sql`select * from goal where user_id = ${userId}`,
  }),
  defineCollection('goals/check-ins', {
    description: 'Progress reports of goals.',
    fields: {
      id: Id,
      goal_id: Id,
      status: Text,
      notes: Text,
      check_in_date: Day,
      created_date: Day,
      created_at: Instant,
      updated_at: Instant,
    },
    rows: (userId) => sql`select * from goal_check_in where user_id = ${userId}`,
  }),
  defineCollection('wellbeing/satisfaction', {
    description: 'How satisfied the user was, from 1 to 10.',
    fields: { id: Id, score: Whole, note: Text, entry_date: Day, created_at: Instant, updated_at: Instant },
    rows: (userId) => sql`select * from satisfaction_entry where user_id = ${userId}`,
  }),
  defineCollection('wellbeing/sleep', {
    description: 'How long and how well the user slept.',
    fields: {
      id: Id,
      sleep_date: Day,
      hours: Decimal,
      quality: Whole,
      note: Text,
      created_at: Instant,
      updated_at: Instant,
    },
    rows: (userId) => sql`select * from sleep_entry where user_id = ${userId}`,
  }),
  defineCollection('wellbeing/action-notes', {
    description: 'What the user did.',
    fields: {
      id: Id,
      content: Text,
      goal_id: optional(Id),
      note_date: Day,
      created_date: Day,
      created_at: Instant,
      updated_at: Instant,
    },
    rows: (userId) => sql`select * from action_note where user_id = ${userId}`,
  }),
  defineCollection('music/account', {
    description: 'The connection to the music service, without its tokens.',
    fields: {
      provider_user_id: Text,
      scope: Text,
      needs_reauth: Flag,
      connected_at: Instant,
      last_synced_at: optional(Instant),
    },
    order: ['connected_at'],
    rows: (userId) => sql`select * from music_account where user_id = ${userId}`,
  }),
  defineCollection('music/tracks', {
    description: 'Tracks of the plays and entries of the user.',
    fields: {
      id: Text,
      name: Text,
      artist_names: Texts,
      album_name: optional(Text),
      album_image_url: optional(Text),
      external_url: optional(Text),
      duration_ms: optional(Whole),
      explicit: Flag,
      created_at: Instant,
      updated_at: Instant,
    },
    order: ['id'],
    rows: (userId) => sql`
      select * from music_track where id in (
        select track_id from music_play where user_id = ${userId}
        union
        select music_track_id from journal_entry where user_id = ${userId} and music_track_id is not null)`,
  }),
  defineCollection('music/plays', {
    description: 'When the user listened to a track.',
    fields: { id: Id, track_id: Text, source: Text, played_at: Instant, created_at: Instant },
    order: ['played_at', 'id'],
    rows: (userId) => sql`select * from music_play where user_id = ${userId}`,
  }),
];
