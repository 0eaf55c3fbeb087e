-- The version of a record, which clients send with `If-Match`. A trigger counts, so that no statement forgets it.
create function count_version() returns trigger language plpgsql as $$
begin
  new.version = old.version + 1;
  return new;
end
$$;

alter table journal_entry add column version integer not null default 1;
alter table notebook add column version integer not null default 1;

create trigger count_version before update on journal_entry for each row execute function count_version();
create trigger count_version before update on notebook for each row execute function count_version();

-- Entries and notebooks that their owners deleted, for 30 days. The row leaves its table, so that no query finds it.
create table trash (
  id uuid not null,
  user_id uuid not null references profile (id) on delete cascade,
  kind text not null check (kind in ('entry', 'notebook')),
  title text not null,
  -- The deleted row. A migration that adds a required column to its table adds the key here.
  record jsonb not null,
  deleted_at timestamptz(3) not null,
  primary key (id, user_id)
);

create index trash_user_id_deleted_at_idx on trash (user_id, deleted_at desc, id desc);
create index trash_deleted_at_idx on trash (deleted_at);
