-- That somebody did what they had committed to: one a date each, shown by a photo. Synthetic people have none.
create table check_in (
  id uuid primary key,
  user_id uuid not null references profile (id) on delete cascade,
  -- The row of the chain that it counts in.
  chain_id uuid references chain (id) on delete set null,
  date date not null,
  -- The zone of the window then: the date ends there, wherever the person goes.
  timezone text not null check (char_length(timezone) between 1 and 50),
  activity_type text not null
    check (activity_type in ('cardio', 'strength', 'walk', 'meditation', 'reading', 'homework', 'other')),
  within_window boolean not null,
  photo_key text,
  -- A small square of the photo, for the tiles of pictures.
  tile_key text,
  -- SHA-256 of the file that was sent, and what the photo looks like in 256 bits: a photo counts once.
  photo_digest bytea check (octet_length(photo_digest) = 32),
  photo_fingerprint bytea check (octet_length(photo_fingerprint) = 32),
  photo_timestamp timestamptz(3) not null,
  location_lat numeric(10, 8) check (location_lat between -90 and 90),
  location_lng numeric(11, 8) check (location_lng between -180 and 180),
  status text not null default 'pending' check (status in ('pending', 'verified', 'rejected')),
  rejection_reason text check (char_length(rejection_reason) between 1 and 500),
  -- Whether the one before had checked in, which earned the chip more.
  continues_chain boolean not null,
  -- What it earned; nothing once it is rejected.
  battle_chips_earned integer not null default 1 check (battle_chips_earned between 0 and 2),
  created_at timestamptz(3) not null,
  unique (user_id, date),
  check ((location_lat is null) = (location_lng is null)),
  check ((photo_key is null) = (photo_digest is null) and (photo_key is null) = (photo_fingerprint is null)),
  check ((status = 'rejected') = (rejection_reason is not null)),
  check (status <> 'rejected' or battle_chips_earned = 0)
);

create index check_in_of_date on check_in (date, created_at desc, id desc);
create index check_in_of_chain on check_in (chain_id) where chain_id is not null;
create index check_in_of_photo on check_in (photo_digest) where photo_digest is not null;
create index check_in_to_verify on check_in (created_at, id) where status = 'pending';

-- When it was seen that the day had ended without a check-in, so that it is told once.
alter table chain add column missed_at timestamptz(3);

create index chain_of_date on chain (date, user_id) include (team_color);
create index chain_that_is_open on chain (date, user_id) where not has_check_in and missed_at is null;

-- Whose windows open at the same time: they are reminded together.
create index workout_window_by_start on workout_window (timezone, window_start_time, user_id) where is_active;

-- Statistics of a date know only the dates before the last analysis. A date that is new each night looked as if it had no rows,
-- so that reading one group walked everybody of the date. Without them PostgreSQL takes all dates for equally full.
alter table chain alter column date set statistics 0;
