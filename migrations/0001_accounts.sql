-- People. A profile is made at a person's first authenticated request; its id is the token's subject where that is a UUID.
create table profile (
  id uuid primary key,
  email text,
  full_name text not null default '',
  avatar_url text,
  preferences jsonb not null default '{}' check (jsonb_typeof(preferences) = 'object'),
  drops_balance integer not null default 0 check (drops_balance >= 0),
  role text not null default 'user' check (role in ('user', 'super_admin')),
  -- Since when the role holds: a token issued before a promotion does not carry it.
  role_changed_at timestamptz(3) not null,
  is_ai boolean not null default false,
  is_active boolean not null default true,
  read_notes_enabled boolean not null default false,
  check_in_enabled boolean not null default false,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);

create index profile_email on profile (lower(email));

-- Subjects of an identity provider that are not UUIDs, each bound to the id that was generated for it.
create table profile_subject (
  issuer text not null,
  subject text not null,
  profile_id uuid not null references profile (id) on delete cascade,
  primary key (issuer, subject)
);

-- Addresses that the configured list has promoted. Each is promoted once; a later demotion stands.
create table super_admin_grant (
  email text primary key,
  profile_id uuid not null references profile (id) on delete cascade,
  granted_at timestamptz(3) not null
);
