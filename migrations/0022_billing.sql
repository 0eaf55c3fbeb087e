-- Who somebody is to the payment provider: one customer each, made at the first checkout.
create table payment_customer (
  user_id uuid primary key references profile (id) on delete cascade,
  payment_customer_id text not null unique check (char_length(payment_customer_id) between 1 and 255),
  created_at timestamptz(3) not null
);

-- What somebody pays for, as the provider tells it by events. Their order is not that of what happened, so the latest of each
-- kind is kept with its time, and the status follows from the two.
create table subscription (
  id uuid primary key,
  user_id uuid not null references profile (id) on delete cascade,
  payment_customer_id text not null check (char_length(payment_customer_id) between 1 and 255),
  payment_subscription_id text not null unique check (char_length(payment_subscription_id) between 1 and 255),
  -- In the provider's own word; active marks premium.
  status text not null check (char_length(status) between 1 and 50),
  -- How it stood by itself.
  state_kind text check (state_kind in ('created', 'updated', 'deleted')),
  state_status text check (char_length(state_status) between 1 and 50),
  state_at timestamptz(3),
  -- How a payment for it went.
  payment_kind text check (payment_kind in ('due', 'checked-out', 'first-failed', 'failed', 'paid')),
  payment_at timestamptz(3),
  created_at timestamptz(3) not null,
  check ((state_kind is null) = (state_at is null) and (state_kind is null) = (state_status is null)),
  check ((payment_kind is null) = (payment_at is null))
);

create index subscription_of_user on subscription (user_id, created_at desc, id desc);
create index subscription_active on subscription (user_id) where status = 'active';

-- Events that have had their effect, written with it, so that one has it once.
create table payment_event (
  id text primary key check (char_length(id) between 1 and 255),
  type text not null check (char_length(type) between 1 and 100),
  -- When it came about at the provider, and when it had its effect here.
  created_at timestamptz(3) not null,
  received_at timestamptz(3) not null
);
