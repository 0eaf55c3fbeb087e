-- What people are told. A notice is written in the transaction of its cause.
create table notification (
  id uuid primary key,
  user_id uuid not null references profile (id) on delete cascade,
  kind text not null check (char_length(kind) between 1 and 50),
  title text not null check (char_length(title) <= 200),
  body text not null check (char_length(body) <= 1000),
  data jsonb not null default '{}' check (jsonb_typeof(data) = 'object'),
  -- Of several notices with the same key a person gets one, so that what causes it may run twice.
  dedupe_key text check (char_length(dedupe_key) between 1 and 200),
  read_at timestamptz(3),
  created_at timestamptz(3) not null
);

create index notification_of_user on notification (user_id, created_at desc, id desc);
create index notification_unread on notification (user_id, created_at desc, id desc) where read_at is null;
create unique index notification_once on notification (user_id, dedupe_key) where dedupe_key is not null;

-- Browsers that show notices while nobody looks at Meadow (Web Push, RFC 8030). One browser is one person's at a time.
create table push_device (
  id uuid primary key,
  user_id uuid not null references profile (id) on delete cascade,
  endpoint text not null unique check (char_length(endpoint) <= 2048),
  p256dh text not null,
  auth text not null,
  created_at timestamptz(3) not null,
  -- When the browser told us last.
  updated_at timestamptz(3) not null
);

create index push_device_of_user on push_device (user_id, updated_at desc, id desc);

-- What is still to be sent to whom, written with the notice and deleted once it has been sent or given up.
create table push_delivery (
  notification_id uuid not null references notification (id) on delete cascade,
  device_id uuid not null references push_device (id) on delete cascade,
  urgency text not null check (urgency in ('normal', 'high')),
  -- When it is of no use any more.
  expires_at timestamptz(3) not null,
  attempts integer not null default 0 check (attempts >= 0),
  -- While somebody sends it: when others may take it for abandoned.
  next_attempt_at timestamptz(3) not null,
  primary key (notification_id, device_id)
);

create index push_delivery_of_device on push_delivery (device_id);
create index push_delivery_due on push_delivery (next_attempt_at);
