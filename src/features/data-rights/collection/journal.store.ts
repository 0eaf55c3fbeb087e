import { sql } from 'kysely';
import { Day, Decimal, File, Flag, Id, Instant, Json, optional, Text, Texts, Whole } from './collection.schema.ts';
import { defineCollection } from './collection.store.ts';

const WITHOUT_GENERATED = '{search_vector,search_title,search_text,search_source,word_count,background_key,changed_at}';

/** The journal with its trash. The content of an entry is also a file of its own, as Markdown. */
export const JOURNAL = [
  defineCollection('journal/notebooks', {
    description: 'Folders of entries.',
    fields: {
      id: Id,
      name: Text,
      description: Text,
      metadata_visibility: Text,
      content_visibility: Text,
      team_id: optional(Id),
      org_id: optional(Id),
      created_at: Instant,
      updated_at: Instant,
    },
    rows: (userId) => sql`select * from notebook where user_id = ${userId}`,
  }),
  defineCollection('journal/entries', {
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
  }),
  defineCollection('journal/photos', {
    description: 'Photos of entries, in their order within the entry. A photo without an entry is not used yet.',
    fields: {
      id: Id,
      entry_id: optional(Id),
      position: optional(Whole),
      color: Text,
      width: Whole,
      height: Whole,
      file: File,
      created_at: Instant,
    },
    rows: (userId) => sql`
      select photo.*, (sizes -> 'large' ->> 'width')::integer as width, (sizes -> 'large' ->> 'height')::integer as height,
        'media/photos/' || id || '.webp' as file
      from photo where user_id = ${userId}`,
  }),
  defineCollection('journal/trash', {
    description: 'Deleted entries and notebooks that can still be restored. The record has the fields of its table.',
    fields: { id: Id, kind: Text, title: Text, record: Json, background_file: optional(File), deleted_at: Instant },
    order: ['deleted_at', 'id'],
    rows: (userId) => sql`
      select id, kind, title, record - ${WITHOUT_GENERATED}::text[] as record, deleted_at,
        'media/backgrounds/' || id || substring(record ->> 'background_key' from '\\.[a-z]+$') as background_file
      from trash where user_id = ${userId}`,
  }),
  defineCollection('assistant/analyses', {
    description: 'What the assistant found in the notes of the user, one for each day (UTC).',
    fields: {
      id: Id,
      analysis_date: Day,
      summary: Text,
      mood_trends: Json,
      topics: Json,
      patterns: Json,
      recommendations: Json,
      insights: Json,
      entry_count: Whole,
      notes_read_at: Instant,
      created_at: Instant,
      updated_at: Instant,
    },
    rows: (userId) => sql`select * from note_analysis where user_id = ${userId}`,
  }),
  defineCollection('account/token-usage', {
    description: 'Calls to the AI provider for the user, with their cost.',
    fields: {
      id: Id,
      type: Text,
      model: Text,
      input_tokens: Whole,
      output_tokens: Whole,
      cost_usd: Decimal,
      reference_id: optional(Id),
      created_at: Instant,
    },
    rows: (userId) => sql`select * from token_usage where user_id = ${userId}`,
  }),
];
