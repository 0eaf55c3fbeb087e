create table notebook (
  id uuid primary key,
  user_id uuid not null references profile (id) on delete cascade,
  name text not null check (char_length(name) between 1 and 100),
  description text not null default '',
  metadata_visibility text not null default 'user' check (metadata_visibility in ('user', 'team', 'org', 'public')),
  content_visibility text not null default 'user' check (content_visibility in ('user', 'team', 'org', 'public')),
  team_id uuid references team (id) on delete set null,
  org_id uuid references organization (id) on delete set null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);

create index notebook_user_id_created_at_idx on notebook (user_id, created_at desc, id desc);
create index notebook_team_id_idx on notebook (team_id) where team_id is not null;
create index notebook_org_id_idx on notebook (org_id) where org_id is not null;

create trigger erase_idempotent_responses after delete on notebook
  referencing old table as deleted for each statement execute function erase_idempotent_responses();

create table journal_entry (
  id uuid primary key,
  user_id uuid not null references profile (id) on delete cascade,
  title text not null check (char_length(title) between 1 and 200),
  content text not null check (char_length(content) <= 100000),
  mood text check (char_length(mood) between 1 and 50),
  -- Set by an analysis and deleted with the text that it was detected in; false if the author chose the mood.
  is_mood_detected boolean not null default false,
  -- The stored result of the tone analysis.
  emotional_tone jsonb,
  tags text[] not null default '{}',
  notebook_id uuid references notebook (id) on delete set null,
  metadata_visibility text not null default 'user' check (metadata_visibility in ('user', 'team', 'org', 'public')),
  content_visibility text not null default 'user' check (content_visibility in ('user', 'team', 'org', 'public')),
  team_id uuid references team (id) on delete set null,
  org_id uuid references organization (id) on delete set null,
  -- The visibility after the notebook's is applied, updated in each transaction that changes either.
  effective_metadata_visibility text not null check (effective_metadata_visibility in ('user', 'team', 'org', 'public')),
  effective_content_visibility text not null check (effective_content_visibility in ('user', 'team', 'org', 'public')),
  -- Readers: null is the owner alone, the id of a team or an organization its members, the nil UUID all users.
  metadata_audience uuid,
  content_audience uuid,
  music_track_id text,
  -- Null until they are read from the text.
  mentions jsonb,
  -- Storage key of the background image.
  background_key text check (char_length(background_key) <= 200),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- Parsed once for each write, not for each candidate of a search: rechecking a phrase in 60 texts of 100 KB takes 3 ms, not 600.
  -- Titles are short enough to be parsed at each search.
  search_vector tsvector not null generated always as (to_tsvector('simple', title || ' ' || content)) stored
) with (autovacuum_vacuum_insert_scale_factor = 0.02);

create index journal_entry_user_id_created_at_idx on journal_entry (user_id, created_at desc, id desc);
create index journal_entry_created_at_idx on journal_entry (created_at desc, id desc);
create index journal_entry_notebook_id_idx on journal_entry (notebook_id) where notebook_id is not null;
create index journal_entry_team_id_idx on journal_entry (team_id) where team_id is not null;
create index journal_entry_org_id_idx on journal_entry (org_id) where org_id is not null;
-- One range in time order for each audience: the newest entries for a viewer are the newest of a few ranges.
create index journal_entry_metadata_audience_idx on journal_entry (metadata_audience, created_at desc, id desc)
  include (user_id) where metadata_audience is not null;
-- Search has an index for each way to have access: as the author (and for super admins), by the audience of the text, and by the
-- audience of the title alone.
create index journal_entry_user_id_search_idx on journal_entry using gin (user_id, search_vector);
create index journal_entry_content_audience_search_idx on journal_entry
  using gin (content_audience, search_vector) where content_audience is not null;
create index journal_entry_metadata_audience_title_search_idx on journal_entry
  using gin (metadata_audience, to_tsvector('simple', title)) where metadata_audience is not null;
create index journal_entry_mentions_missing_idx on journal_entry (user_id) where mentions is null;
-- A track is visible to users with an entry that names it, and to readers of such an entry.
create index journal_entry_user_id_music_track_id_idx on journal_entry (user_id, music_track_id)
  where music_track_id is not null;
create index journal_entry_music_track_id_audience_idx on journal_entry (music_track_id, metadata_audience)
  where music_track_id is not null and metadata_audience is not null;

create trigger erase_idempotent_responses after delete on journal_entry
  referencing old table as deleted for each statement execute function erase_idempotent_responses();

-- Images that were generated for a text without an entry. Their URLs are valid for less than an hour; then they are deleted.
create table temporary_background (
  key text primary key check (char_length(key) <= 200),
  user_id uuid references profile (id) on delete set null,
  created_at timestamptz(3) not null
);

create index temporary_background_created_at_idx on temporary_background (created_at);
create index temporary_background_user_id_idx on temporary_background (user_id) where user_id is not null;
