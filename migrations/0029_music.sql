-- Connections that somebody has begun: what comes back from the music service belongs to whoever asked for it, once.
create table music_connection (
  -- Of the state that travels along: the state itself is kept nowhere.
  state_digest text primary key check (char_length(state_digest) = 43),
  user_id uuid not null references profile (id) on delete cascade,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);

create index music_connection_of_user on music_connection (user_id);
create index music_connection_in_time on music_connection (expires_at);

create table music_account (
  user_id uuid primary key references profile (id) on delete cascade,
  provider_user_id text not null check (char_length(provider_user_id) between 1 and 255),
  -- Sealed: they open with the key of the server alone, and for this person alone.
  access_token text not null,
  refresh_token text not null,
  expires_at timestamptz(3) not null,
  scope text not null,
  connected_at timestamptz(3) not null,
  last_synced_at timestamptz(3),
  -- When the newest play that has been read was played: the next sync goes on from there.
  last_seen_at timestamptz(3),
  -- Whether the service has taken back what let us read: then the person has to connect again.
  needs_reauth boolean not null default false,
  -- When a sync was last begun; long ago where none was.
  attempted_at timestamptz(3) not null default 'epoch',
  -- Who syncs it at the moment, and until when nobody else does: a refresh token may work once.
  lease_id uuid,
  lease_until timestamptz(3),
  check ((lease_id is null) = (lease_until is null))
);

-- The job takes first what has waited longest.
create index music_account_waiting on music_account (attempted_at, user_id) where not needs_reauth;

create table music_track (
  -- The id that the service gives it.
  id text primary key check (char_length(id) between 1 and 255),
  -- All that the service tells about it; null where that was too much to keep.
  raw jsonb,
  name text not null check (char_length(name) <= 500),
  artist_names text[] not null default '{}',
  album_name text check (char_length(album_name) <= 500),
  album_image_url text check (char_length(album_image_url) <= 2048),
  external_url text check (char_length(external_url) <= 2048),
  duration_ms integer check (duration_ms >= 0),
  explicit boolean not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);

create table music_play (
  id uuid primary key,
  user_id uuid not null references profile (id) on delete cascade,
  track_id text not null references music_track (id) on delete restrict,
  played_at timestamptz(3) not null,
  source text not null default 'recently_played' check (char_length(source) between 1 and 50),
  created_at timestamptz(3) not null,
  unique (user_id, track_id, played_at)
);

create index music_play_in_time on music_play (user_id, played_at desc, id desc);

-- Who may see a track: whoever has an entry with it, or may know of somebody else's.
create index journal_entry_with_track on journal_entry (user_id, music_track_id) where music_track_id is not null;
create index journal_entry_of_track on journal_entry (music_track_id, metadata_audience)
  where music_track_id is not null and metadata_audience is not null;
