-- A notification is written in the transaction of its cause.
create table notification (
  id uuid primary key,
  user_id uuid not null references profile (id) on delete cascade,
  kind text not null check (char_length(kind) between 1 and 50),
  title text not null check (char_length(title) <= 200),
  body text not null check (char_length(body) <= 1000),
  data jsonb not null default '{}' check (jsonb_typeof(data) = 'object'),
  -- A user gets one notification for each key, so that its cause may run twice.
  dedupe_key text check (char_length(dedupe_key) between 1 and 200),
  read_at timestamptz(3),
  created_at timestamptz(3) not null
);

create index notification_user_id_created_at_idx on notification (user_id, created_at desc, id desc);
create index notification_unread_user_id_created_at_idx on notification (user_id, created_at desc, id desc)
  where read_at is null;
create unique index notification_user_id_dedupe_key_key on notification (user_id, dedupe_key) where dedupe_key is not null;

-- Browsers that receive push messages (Web Push, RFC 8030). A browser belongs to one user at a time.
create table push_device (
  id uuid primary key,
  user_id uuid not null references profile (id) on delete cascade,
  endpoint text not null unique check (char_length(endpoint) <= 2048),
  p256dh text not null,
  auth text not null,
  created_at timestamptz(3) not null,
  -- When the browser registered last.
  updated_at timestamptz(3) not null
);

create index push_device_user_id_updated_at_idx on push_device (user_id, updated_at desc, id desc);

-- The push queue. A row is written with its notification and deleted after it is sent or given up.
create table push_delivery (
  notification_id uuid not null references notification (id) on delete cascade,
  device_id uuid not null references push_device (id) on delete cascade,
  urgency text not null check (urgency in ('normal', 'high')),
  expires_at timestamptz(3) not null,
  attempts integer not null default 0 check (attempts >= 0),
  -- During an attempt: when another node may assume that it was abandoned.
  next_attempt_at timestamptz(3) not null,
  primary key (notification_id, device_id)
);

create index push_delivery_device_id_idx on push_delivery (device_id);
create index push_delivery_next_attempt_at_idx on push_delivery (next_attempt_at);
