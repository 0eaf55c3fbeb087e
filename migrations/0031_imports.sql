-- Entries that their owner brought from another diary. They are no activity: no engagement, digest, analysis or drop counts them.
alter table journal_entry add column is_imported boolean not null default false;
update trash set record = record || '{"is_imported": false}' where kind = 'entry';

-- Files of diaries that users bring, and what became of them.
create table data_import (
  id uuid primary key,
  -- Null once the user is deleted. A loop deletes the file, then the row.
  user_id uuid references profile (id) on delete set null,
  format text not null check (char_length(format) between 1 and 50),
  status text not null
    check (status in ('receiving', 'queued', 'running', 'planned', 'completed', 'failed', 'expired')),
  is_dry_run boolean not null,
  file_bytes integer not null,
  -- Whether the storage has the file.
  has_file boolean not null,
  -- Items of the file that are done. A run continues after them.
  items_done integer not null default 0,
  -- Counts of what was added, existed and was left out.
  report jsonb not null,
  error_code text check (char_length(error_code) <= 100),
  -- Runs since the last progress.
  attempts integer not null default 0,
  lease_id uuid,
  lease_expires_at timestamptz(3),
  next_run_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  -- Until when a plan can be started, and by when an upload has ended.
  expires_at timestamptz(3)
);

-- One at a time for each user.
create unique index data_import_active_user_id_idx on data_import (user_id)
  where status in ('receiving', 'queued', 'running');
create index data_import_user_id_created_at_idx on data_import (user_id, created_at desc, id desc);
create index data_import_next_run_at_idx on data_import (next_run_at) where status in ('queued', 'running');
create index data_import_with_file_idx on data_import (id) where has_file;

-- What was imported, so that a file adds a record once. A row outlives its record: what the user deleted does not come back.
create table imported_record (
  user_id uuid not null references profile (id) on delete cascade,
  -- The format: ids of different diaries can be equal.
  source text not null check (char_length(source) <= 50),
  kind text not null check (char_length(kind) <= 50),
  -- The SHA-256 of the id in the diary, which can be private: the name of a file.
  source_digest text not null check (char_length(source_digest) = 43),
  record_id uuid not null,
  primary key (user_id, source, kind, source_digest)
);
