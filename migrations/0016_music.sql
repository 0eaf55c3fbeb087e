-- OAuth states of connections in progress: each leads back to the user who began it, once.
create table music_oauth_state (
  -- Only a digest of the state is stored.
  state_digest text primary key check (char_length(state_digest) = 43),
  user_id uuid not null references profile (id) on delete cascade,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);

create index music_oauth_state_user_id_idx on music_oauth_state (user_id);
create index music_oauth_state_expires_at_idx on music_oauth_state (expires_at);

create table music_account (
  user_id uuid primary key references profile (id) on delete cascade,
  provider_user_id text not null check (char_length(provider_user_id) between 1 and 255),
  -- Encrypted for this user under ENCRYPTION_KEY.
  access_token text not null,
  refresh_token text not null,
  expires_at timestamptz(3) not null,
  scope text not null,
  connected_at timestamptz(3) not null,
  last_synced_at timestamptz(3),
  -- When the newest play that was read was played: the next sync continues there.
  last_played_at timestamptz(3),
  -- The provider revoked the access: the user has to connect again.
  needs_reauth boolean not null default false,
  -- Start of the last sync.
  attempted_at timestamptz(3) not null default 'epoch',
  -- Lease of the sync: a refresh token may work only once.
  lease_id uuid,
  lease_expires_at timestamptz(3),
  constraint music_account_lease_check check ((lease_id is null) = (lease_expires_at is null))
);

-- The job starts with the accounts that have waited longest.
create index music_account_attempted_at_idx on music_account (attempted_at, user_id) where not needs_reauth;

create table music_track (
  -- The provider's id.
  id text primary key check (char_length(id) between 1 and 255),
  -- The provider's description; null if it is too large.
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

create index music_play_user_id_played_at_idx on music_play (user_id, played_at desc, id desc);
