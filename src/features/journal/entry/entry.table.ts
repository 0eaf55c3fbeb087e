import { sql } from 'kysely';
import { anonymizeMentions, erase } from '#platform/db/table/deletion-rules.ts';
import { Day, File, Flag, Id, Instant, Json, optional, Text, Texts, Whole } from '#platform/db/table/record-fields.ts';
import { defineTable } from '#platform/db/table/table.ts';

export const ENTRY_TABLES = [
  defineTable('journal_entry', {
    holds: 'Journal entries',
    owner: 'user_id',
    isSynced: true,
    collections: {
      'journal/entries': {
        description: 'Journal entries. Their Markdown files are in the folder journal.',
        fields: {
          id: Id,
          title: Text,
          content: Text,
          mood: optional(Text),
          is_mood_detected: Flag,
          emotional_tone: Json,
          tags: Texts,
          notebook_id: optional(Id),
          metadata_visibility: Text,
          content_visibility: Text,
          team_id: optional(Id),
          org_id: optional(Id),
          music_track_id: optional(Text),
          mentions: Json,
          background_file: optional(File),
          entry_date: Day,
          created_date: Day,
          written_at: optional(Instant),
          created_at: Instant,
          updated_at: Instant,
        },
        rows: (userId) => sql`
          select journal_entry.*, 'media/backgrounds/' || id || substring(background_key from '\\.[a-z]+$') as background_file
          from journal_entry where user_id = ${userId}`,
        omits: {
          'Made from the text again.': ['search_source', 'search_text', 'search_title', 'search_vector', 'word_count'],
          'Follows from the visibility that the user chose.': [
            'content_audience',
            'effective_content_visibility',
            'effective_metadata_visibility',
            'metadata_audience',
          ],
          'Counts and dates changes of the row, for clients that sync.': ['changed_at', 'version'],
          'The record says it.': ['is_imported'],
        },
        shows: { background_key: 'background_file' },
        isRestoredByFeature: true,
      },
      'music/tracks': {
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
        tables: ['music_track'],
        omits: { 'The description by the music service, whose facts the record has.': ['raw'] },
      },
    },
    deletion: [
      erase('user_id'),
      anonymizeMentions('entries', 100_000, ['search_title', 'search_text', 'search_source']),
    ],
    remains: {
      title: 'Of another user.',
      mood: 'Of another user.',
      emotional_tone: 'Of another user.',
      tags: 'Of another user.',
      music_track_id: 'Of another user.',
      background_key: 'Of another user.',
    },
    files: [
      {
        folder: 'entry-backgrounds',
        isNamed: sql`exists (select from journal_entry where background_key = file.key)`,
        required: sql`select background_key as key from journal_entry where background_key is not null`,
        ofUser: (userId) => sql`
          select background_key as key from journal_entry where user_id = ${userId} and background_key is not null`,
        exported: {
          rows: (userId) => sql`
            select created_at, id, 'media/backgrounds/' || id || substring(background_key from '\\.[a-z]+$') as path,
              background_key as key
            from journal_entry where user_id = ${userId} and background_key is not null`,
        },
      },
    ],
  }),
];
