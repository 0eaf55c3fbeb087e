-- Users. A profile is created at the first authenticated request; its id is the token's subject if that is a UUID.
create table profile (
  id uuid primary key,
  -- Issuer of the tokens whose subject is the id, or 'built-in'. Null until the next request. Empty if the id was generated for
  -- another subject (profile_subject): then no subject is the id.
  token_issuer text,
  email text,
  -- As the last access token says. Recurring mail goes to verified addresses alone.
  email_verified boolean not null default false,
  full_name text not null default '',
  avatar_url text,
  preferences jsonb not null default '{}' check (jsonb_typeof(preferences) = 'object'),
  -- The sum of the user's rows in drops_transaction, changed in the same transaction.
  drops_balance integer not null default 0 check (drops_balance >= 0),
  role text not null default 'user' check (role in ('user', 'super_admin')),
  -- A token issued before a promotion does not carry the new role.
  role_changed_at timestamptz(3) not null,
  is_ai boolean not null default false,
  is_active boolean not null default true,
  -- A classroom account, to which part of the lab is closed.
  is_classroom boolean not null default false,
  read_notes_enabled boolean not null default false,
  check_in_enabled boolean not null default false,
  -- Secret part of the address whose mail becomes journal entries: 122 random bits.
  inbound_key text not null unique default replace(gen_random_uuid()::text, '-', '') check (char_length(inbound_key) = 32),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint profile_ai_not_super_admin_check check (not (is_ai and role = 'super_admin'))
);

create index profile_created_at_idx on profile (created_at desc, id desc);
create index profile_lower_email_idx on profile (lower(email));
create index profile_full_name_email_trgm_idx on profile using gin (full_name gin_trgm_ops, email gin_trgm_ops);
-- The last super admin is protected, so each change of a role looks for the others.
create index profile_super_admin_idx on profile (id) where role = 'super_admin';
-- Lists hide what inactive users shared, so every row of a list looks for its author here.
create index profile_inactive_idx on profile (id) where not is_active;
-- The nightly jobs read users in order of id.
create index profile_read_notes_idx on profile (id) where read_notes_enabled and is_active and not is_ai;
create index profile_daily_drop_idx on profile (id)
  where read_notes_enabled and check_in_enabled and is_active and not is_ai;

-- Token subjects that are not UUIDs, each bound to the id that was generated for it.
create table profile_subject (
  issuer text not null,
  subject text not null,
  profile_id uuid not null references profile (id) on delete cascade,
  primary key (issuer, subject)
);

-- E-mail addresses that the configuration has promoted. Each is promoted once, so that a later demotion holds.
create table super_admin_grant (
  email text primary key,
  profile_id uuid not null references profile (id) on delete cascade,
  granted_at timestamptz(3) not null
);

-- Blocks between users. A block applies in both directions.
create table user_block (
  blocker_id uuid not null references profile (id) on delete cascade,
  blocked_id uuid not null references profile (id) on delete cascade,
  created_at timestamptz(3) not null,
  primary key (blocker_id, blocked_id),
  constraint user_block_not_self_check check (blocker_id <> blocked_id)
);

create index user_block_blocked_id_idx on user_block (blocked_id, blocker_id);

-- Impersonation sessions, which are also their own log. Without foreign keys, because a row outlives the users it names.
create table impersonation (
  id uuid primary key,
  admin_id uuid not null,
  target_id uuid not null,
  reason text not null check (char_length(reason) between 1 and 1000),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  -- Null while the session runs and if it expired.
  ended_at timestamptz(3),
  constraint impersonation_not_self_check check (target_id <> admin_id),
  constraint impersonation_lifetime_check check (expires_at > created_at)
);

create index impersonation_created_at_idx on impersonation (created_at desc, id desc);
create index impersonation_admin_id_idx on impersonation (admin_id, expires_at);
create index impersonation_target_id_idx on impersonation (target_id, expires_at);

-- Privileged reads and writes. Without foreign keys, because a row outlives the users it names.
create table audit_log (
  id uuid primary key,
  -- Null for the command line and the configuration, which have no signed-in user.
  actor_id uuid,
  -- The impersonated user; null without impersonation.
  on_behalf_of uuid,
  action text not null,
  subject_type text not null,
  subject_id uuid not null,
  details jsonb not null default '{}',
  created_at timestamptz(3) not null
);

create index audit_log_created_at_idx on audit_log (created_at desc, id desc);
create index audit_log_actor_id_idx on audit_log (actor_id, created_at desc, id desc);
create index audit_log_subject_id_idx on audit_log (subject_id, created_at desc, id desc);
create index audit_log_action_idx on audit_log (action, created_at desc, id desc);
