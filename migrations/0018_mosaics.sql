-- The picture of a day. The tiles are kept as they were drawn, without names: those are read when somebody looks.
create table mosaic (
  id uuid primary key,
  date date not null unique,
  image_key text not null,
  mosaic_data jsonb not null check (jsonb_typeof(mosaic_data) = 'array'),
  total_participants integer not null check (total_participants >= 0),
  completed_count integer not null check (completed_count >= 0),
  failed_count integer not null check (failed_count >= 0),
  pending_count integer not null check (pending_count >= 0),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  check (total_participants = completed_count + failed_count + pending_count)
);
