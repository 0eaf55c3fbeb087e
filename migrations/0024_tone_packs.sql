-- Sets of pictures, one for each tone, that people make, share, give away and sell for drops.
create table tone_pack (
  id uuid primary key,
  -- Null where the owner is gone: what people have bought stays theirs.
  owner_id uuid references profile (id) on delete set null,
  name text not null check (char_length(name) between 1 and 100),
  description text not null default '' check (char_length(description) <= 1000),
  theme text not null check (theme in ('origami', 'animals', 'nature', 'abstract', 'geometric', 'minimalist', 'watercolor',
    'line-art', 'icons', 'emojis', 'shapes', 'patterns')),
  is_public boolean not null default false,
  price_drops integer not null default 0 check (price_drops between 0 and 1000000),
  -- When the owner deleted a pack that had been sold: only those who bought it have it since.
  unlisted_at timestamptz(3),
  -- Whose turn it is to make images of the pack, and until when nobody else gets it.
  generation_id uuid,
  generation_until timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  check ((generation_id is null) = (generation_until is null))
);

create index tone_pack_of_owner on tone_pack (owner_id, created_at desc, id desc);
create index tone_pack_that_is_public on tone_pack (created_at desc, id desc) where is_public and unlisted_at is null;

create table tone_pack_image (
  pack_id uuid not null references tone_pack (id) on delete cascade,
  tone text not null check (tone in ('joyful', 'grateful', 'excited', 'hopeful', 'content', 'peaceful', 'optimistic', 'sad',
    'anxious', 'frustrated', 'angry', 'worried', 'disappointed', 'melancholic', 'pessimistic', 'calm', 'contemplative',
    'neutral', 'tired', 'energetic')),
  image_key text not null,
  created_at timestamptz(3) not null,
  primary key (pack_id, tone)
);

create table tone_pack_share (
  pack_id uuid not null references tone_pack (id) on delete cascade,
  user_id uuid not null references profile (id) on delete cascade,
  created_at timestamptz(3) not null,
  primary key (pack_id, user_id)
);

create index tone_pack_share_of_user on tone_pack_share (user_id, created_at desc, pack_id desc);

create table tone_pack_purchase (
  id uuid primary key,
  -- Without a deed on delete: a pack that somebody has bought cannot be deleted.
  pack_id uuid not null references tone_pack (id),
  user_id uuid not null references profile (id) on delete cascade,
  -- What was paid. Null only within the transaction that makes both.
  transaction_id uuid unique references drops_transaction (id),
  created_at timestamptz(3) not null,
  unique (pack_id, user_id)
);

create index tone_pack_purchase_of_user on tone_pack_purchase (user_id, created_at desc, id desc);
