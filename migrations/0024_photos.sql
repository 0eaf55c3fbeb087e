-- Photos of entries. A photo is uploaded first and belongs to at most one entry then.
create table photo (
  id uuid primary key,
  -- Null once the user is deleted. A job deletes the files, then the row.
  user_id uuid references profile (id) on delete set null,
  -- Without a foreign key: an entry keeps its photos in the trash.
  entry_id uuid,
  position smallint,
  -- The start of the storage keys. Each size adds its name and ending.
  key text not null check (char_length(key) <= 180),
  color text not null check (color ~ '^#[0-9a-f]{6}$'),
  -- Width and height of the stored files by name: small, medium, large.
  sizes jsonb not null,
  created_at timestamptz(3) not null,
  -- From when an entry can no longer take the photo; null while one contains it.
  expires_at timestamptz(3),
  check ((entry_id is null) = (position is null)),
  check ((entry_id is null) = (expires_at is not null))
);

create index photo_entry_id_idx on photo (entry_id) where entry_id is not null;
create index photo_user_id_expires_at_idx on photo (user_id, expires_at);
create index photo_expires_at_idx on photo (expires_at) where expires_at is not null;
create index photo_of_deleted_user_idx on photo (id) where user_id is null;
