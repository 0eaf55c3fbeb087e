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

create index notebook_of_user on notebook (user_id, created_at desc, id desc);

create table journal_entry (
  id uuid primary key,
  user_id uuid not null references profile (id) on delete cascade,
  title text not null check (char_length(title) between 1 and 200),
  content text not null check (char_length(content) <= 100000),
  mood text check (char_length(mood) between 1 and 50),
  -- The stored result of the tone analysis.
  emotional_tone jsonb,
  tags text[] not null default '{}',
  notebook_id uuid references notebook (id) on delete set null,
  metadata_visibility text not null default 'user' check (metadata_visibility in ('user', 'team', 'org', 'public')),
  content_visibility text not null default 'user' check (content_visibility in ('user', 'team', 'org', 'public')),
  team_id uuid references team (id) on delete set null,
  org_id uuid references organization (id) on delete set null,
  -- What the levels come to once the notebook is asked, kept in step by the same transactions that change either.
  effective_metadata_visibility text not null check (effective_metadata_visibility in ('user', 'team', 'org', 'public')),
  effective_content_visibility text not null check (effective_content_visibility in ('user', 'team', 'org', 'public')),
  -- Whom that lets in: null is the owner alone, a team's or an organization's id its members, the nil UUID everybody.
  metadata_audience uuid,
  content_audience uuid,
  music_track_id text,
  mentions jsonb,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
) with (autovacuum_vacuum_insert_scale_factor = 0.02);

create index journal_entry_of_user on journal_entry (user_id, created_at desc, id desc);
create index journal_entry_of_notebook on journal_entry (notebook_id) where notebook_id is not null;
-- One run in time order per audience: the newest entries for a viewer are the newest of a few such runs.
create index journal_entry_of_audience on journal_entry (metadata_audience, created_at desc, id desc)
  include (user_id) where metadata_audience is not null;
create index journal_entry_of_team on journal_entry (team_id) where team_id is not null;
create index journal_entry_of_organization on journal_entry (org_id) where org_id is not null;
