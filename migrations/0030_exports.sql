-- Exports of all data of a user. A row is written before its file and deleted after it, so that no file is without a row.
create table data_export (
  id uuid primary key,
  -- Null once the user is deleted. A job deletes the file, then the row.
  user_id uuid references profile (id) on delete set null,
  -- discarded: deleted by its user. The row stays until it expires, because it counts towards the limit of a day.
  status text not null check (status in ('queued', 'running', 'ready', 'failed', 'discarded')),
  -- Records and files that are in the archive, of those there are.
  done integer not null default 0 check (done >= 0),
  total integer not null default 0 check (total >= 0),
  size_bytes bigint check (size_bytes > 0),
  attempts integer not null default 0 check (attempts >= 0),
  -- Lease of the node that makes the archive.
  lease_id uuid,
  lease_expires_at timestamptz(3),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  constraint data_export_lease_check check ((status = 'running') = (lease_id is not null)),
  constraint data_export_lease_expires_at_check check ((lease_id is null) = (lease_expires_at is null)),
  constraint data_export_size_check check (status <> 'ready' or size_bytes is not null)
);

create index data_export_user_id_created_at_idx on data_export (user_id, created_at desc, id desc);
-- A user has one export in progress.
create unique index data_export_active_user_id_key on data_export (user_id) where status in ('queued', 'running');
create index data_export_unfinished_created_at_idx on data_export (created_at) where status in ('queued', 'running');
create index data_export_expires_at_idx on data_export (expires_at);
create index data_export_of_deleted_user_idx on data_export (id) where user_id is null;

-- Records of an imported export that cannot take effect again, such as a ledger or memberships. The next export contains them.
create table imported_history (
  user_id uuid not null references profile (id) on delete cascade,
  collection text not null check (char_length(collection) between 1 and 50),
  -- The digest of the record, so that a second import adds nothing.
  digest bytea not null check (octet_length(digest) = 32),
  record jsonb not null check (jsonb_typeof(record) = 'object'),
  -- Storage key of the file of the record.
  file_key text check (char_length(file_key) <= 200),
  -- The order of the records in the imported export.
  position integer not null check (position >= 0),
  imported_at timestamptz(3) not null,
  primary key (user_id, collection, digest)
);

create index imported_history_position_idx on imported_history (user_id, collection, imported_at, position, digest);

-- The kinds are those of email-kind.rules.ts. Without a list, a new kind needs no migration.
alter table outgoing_mail
  drop constraint outgoing_mail_category_check,
  add constraint outgoing_mail_category_check check (category ~ '^[a-z]+(-[a-z]+)*$' and char_length(category) <= 50);
