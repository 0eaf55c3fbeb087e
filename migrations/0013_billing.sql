-- Each user's customer at the payment provider, created at the first checkout.
create table payment_customer (
  user_id uuid primary key references profile (id) on delete cascade,
  payment_customer_id text not null unique check (char_length(payment_customer_id) between 1 and 255),
  created_at timestamptz(3) not null
);

-- Subscriptions as the provider's events describe them. Events arrive out of order, so the latest of each kind is stored with its
-- time, and the status follows from the two.
create table subscription (
  id uuid primary key,
  user_id uuid not null references profile (id) on delete cascade,
  payment_customer_id text not null check (char_length(payment_customer_id) between 1 and 255),
  payment_subscription_id text not null unique check (char_length(payment_subscription_id) between 1 and 255),
  -- The provider's word; active means premium.
  status text not null check (char_length(status) between 1 and 50),
  -- The latest event of the subscription itself.
  state_kind text check (state_kind in ('created', 'updated', 'deleted')),
  state_status text check (char_length(state_status) between 1 and 50),
  state_at timestamptz(3),
  -- The latest event of a payment for it.
  payment_kind text check (payment_kind in ('due', 'checked-out', 'first-failed', 'failed', 'paid')),
  payment_at timestamptz(3),
  created_at timestamptz(3) not null,
  constraint subscription_state_check
    check ((state_kind is null) = (state_at is null) and (state_kind is null) = (state_status is null)),
  constraint subscription_payment_check check ((payment_kind is null) = (payment_at is null))
);

create index subscription_user_id_created_at_idx on subscription (user_id, created_at desc, id desc);
create index subscription_active_user_id_idx on subscription (user_id) where status = 'active';

-- Events that were applied, written in the same transaction, so that each is applied once.
create table payment_event (
  id text primary key check (char_length(id) between 1 and 255),
  type text not null check (char_length(type) between 1 and 100),
  -- When the provider created it, and when it was applied here.
  created_at timestamptz(3) not null,
  received_at timestamptz(3) not null
);
