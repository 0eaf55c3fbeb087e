-- Sets of images, one for each tone, which users create, share, give away and sell for drops.
create table tone_pack (
  id uuid primary key,
  -- Null if the owner is deleted: buyers keep the pack.
  owner_id uuid references profile (id) on delete set null,
  name text not null check (char_length(name) between 1 and 100),
  description text not null default '' check (char_length(description) <= 1000),
  theme text not null check (theme in ('origami', 'animals', 'nature', 'abstract', 'geometric', 'minimalist', 'watercolor',
    'line-art', 'icons', 'emojis', 'shapes', 'patterns')),
  is_public boolean not null default false,
  price_drops integer not null default 0 check (price_drops between 0 and 1000000),
  -- When the owner deleted a pack that had been sold: since then only its buyers have access.
  unlisted_at timestamptz(3),
  -- Lease of the request that generates images of the pack.
  generation_lease_id uuid,
  generation_lease_expires_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint tone_pack_generation_lease_check check ((generation_lease_id is null) = (generation_lease_expires_at is null))
);

create index tone_pack_owner_id_created_at_idx on tone_pack (owner_id, created_at desc, id desc);
create index tone_pack_public_created_at_idx on tone_pack (created_at desc, id desc) where is_public and unlisted_at is null;

create table tone_pack_image (
  pack_id uuid not null references tone_pack (id) on delete cascade,
  tone text not null check (tone in ('joyful', 'grateful', 'excited', 'hopeful', 'content', 'peaceful', 'optimistic', 'sad',
    'anxious', 'frustrated', 'angry', 'worried', 'disappointed', 'melancholic', 'pessimistic', 'calm', 'contemplative',
    'neutral', 'tired', 'energetic')),
  image_key text not null,
  created_at timestamptz(3) not null,
  primary key (pack_id, tone)
);

-- Shares with an e-mail address, whether or not a profile has it, so that the owner can end either by its id.
create table tone_pack_email_share (
  id uuid primary key,
  pack_id uuid not null references tone_pack (id) on delete cascade,
  -- SHA-256 of the address in lower case, so that no address is stored.
  email_digest bytea not null check (octet_length(email_digest) = 32),
  created_at timestamptz(3) not null,
  unique (pack_id, email_digest)
);

create table tone_pack_share (
  id uuid not null default gen_random_uuid(),
  pack_id uuid not null references tone_pack (id) on delete cascade,
  user_id uuid not null references profile (id) on delete cascade,
  -- Null for a share by user id. Ending a share by e-mail ends the access that it gave.
  email_share_id uuid references tone_pack_email_share (id) on delete cascade,
  created_at timestamptz(3) not null,
  primary key (pack_id, user_id)
);

create unique index tone_pack_share_id_key on tone_pack_share (id);
create index tone_pack_share_user_id_created_at_idx on tone_pack_share (user_id, created_at desc, pack_id desc);
create index tone_pack_share_email_share_id_idx on tone_pack_share (email_share_id) where email_share_id is not null;

create table tone_pack_purchase (
  id uuid primary key,
  -- Without an action on delete: a pack that has buyers cannot be deleted.
  pack_id uuid not null references tone_pack (id),
  user_id uuid not null references profile (id) on delete cascade,
  -- The payment. Null only within the transaction that creates both.
  transaction_id uuid unique references drops_transaction (id),
  created_at timestamptz(3) not null,
  unique (pack_id, user_id)
);

create index tone_pack_purchase_user_id_created_at_idx on tone_pack_purchase (user_id, created_at desc, id desc);
