-- Where events are sent to: a URL of a user, or of an organization.
create table webhook_endpoint (
  id uuid primary key,
  user_id uuid references profile (id) on delete cascade,
  org_id uuid references organization (id) on delete cascade,
  url text not null check (char_length(url) <= 2048),
  description text not null check (char_length(description) <= 200),
  kinds text[] not null check (cardinality(kinds) between 1 and 50),
  -- Sealed. The previous secret signs as well until its end.
  secret text not null,
  previous_secret text,
  previous_secret_expires_at timestamptz(3),
  -- Since when no attempt has succeeded. Null after a success, and before the first failure.
  failing_since timestamptz(3),
  paused_at timestamptz(3),
  pause_reason text check (pause_reason in ('failing', 'gone', 'manual')),
  -- Lease of the node that sends to it, one delivery after another. Without a lease: when it rests until.
  lease_id uuid,
  leased_until timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint webhook_endpoint_owner_check check (num_nonnulls(user_id, org_id) = 1),
  constraint webhook_endpoint_previous_secret_check check ((previous_secret is null) = (previous_secret_expires_at is null)),
  constraint webhook_endpoint_pause_check check ((paused_at is null) = (pause_reason is null))
);

create index webhook_endpoint_user_id_created_at_idx on webhook_endpoint (user_id, created_at desc, id desc)
  where user_id is not null;
create index webhook_endpoint_org_id_created_at_idx on webhook_endpoint (org_id, created_at desc, id desc)
  where org_id is not null;

create trigger refuse_erased_user_id after insert on webhook_endpoint
  referencing new table as inserted for each statement execute function refuse_erased_user_id();

-- An event on its way to an endpoint, and later its log.
create table webhook_delivery (
  id uuid primary key default gen_random_uuid(),
  endpoint_id uuid not null references webhook_endpoint (id) on delete cascade,
  -- Of the event. Null for tests, replays, and events of organizations.
  event_position bigint,
  -- The first delivery of the message, whose id the receiver knows. Null for that one.
  replay_of uuid,
  kind text not null check (char_length(kind) between 1 and 50),
  -- The user who caused the event, and the chat room that it is about: both decide whether the owner may receive it.
  actor_id uuid,
  room text check (char_length(room) <= 100),
  body text not null check (octet_length(body) <= 20480),
  status text not null check (status in ('pending', 'delivered', 'failed', 'dropped')),
  attempts integer not null default 0 check (attempts >= 0),
  -- During an attempt: when another node may assume that it was abandoned.
  next_attempt_at timestamptz(3),
  created_at timestamptz(3) not null,
  constraint webhook_delivery_pending_check check ((status = 'pending') = (next_attempt_at is not null))
);

create unique index webhook_delivery_event_key on webhook_delivery (endpoint_id, event_position)
  where event_position is not null;
create index webhook_delivery_due_idx on webhook_delivery (endpoint_id, next_attempt_at, id) where status = 'pending';
create index webhook_delivery_endpoint_id_created_at_idx on webhook_delivery (endpoint_id, created_at desc, id desc);
create index webhook_delivery_created_at_idx on webhook_delivery (created_at);

-- One call of an endpoint.
create table webhook_attempt (
  delivery_id uuid not null references webhook_delivery (id) on delete cascade,
  number integer not null check (number > 0),
  started_at timestamptz(3) not null,
  duration_ms integer not null check (duration_ms >= 0),
  -- Null if it succeeded.
  failure text check (char_length(failure) between 1 and 50),
  -- Null if there was no response.
  response_status integer,
  -- The start of the response.
  response_excerpt text not null check (char_length(response_excerpt) <= 1024),
  primary key (delivery_id, number)
);
