-- Check-ins of goals and action notes have a date, as entries have (migration 21), and check-ins a version (migration 22). The owner of a
-- check-in is stored with it, so that all check-ins of a user are one list.
alter table goal_check_in
  add column user_id uuid references profile (id) on delete cascade,
  add column check_in_date date,
  add column created_date date,
  add column updated_at timestamptz(3);

with zone as materialized (select lower(name) as name from pg_timezone_names)
update goal_check_in check_in
set user_id = goal.user_id, check_in_date = local.day, created_date = local.day, updated_at = written.created_at
from goal_check_in written
join goal on goal.id = written.goal_id
join profile on profile.id = goal.user_id
cross join lateral (
  select (written.created_at at time zone case
    when lower(profile.preferences ->> 'timezone') in (select name from zone) then profile.preferences ->> 'timezone'
    else 'UTC' end)::date as day
) local
where written.id = check_in.id;

alter table goal_check_in
  alter column user_id set not null,
  alter column check_in_date set not null,
  alter column created_date set not null,
  alter column updated_at set not null,
  add constraint goal_check_in_check_in_date_check check (check_in_date >= '1900-01-01'),
  add column version integer not null default 1;

create index goal_check_in_user_id_created_at_idx on goal_check_in (user_id, created_at desc, id desc);
create index goal_check_in_user_id_check_in_date_idx on goal_check_in (user_id, check_in_date);

alter table action_note add column note_date date, add column created_date date;

with zone as materialized (select lower(name) as name from pg_timezone_names)
update action_note note set note_date = local.day, created_date = local.day
from action_note written
join profile on profile.id = written.user_id
cross join lateral (
  select (written.created_at at time zone case
    when lower(profile.preferences ->> 'timezone') in (select name from zone) then profile.preferences ->> 'timezone'
    else 'UTC' end)::date as day
) local
where written.id = note.id;

alter table action_note
  alter column note_date set not null,
  alter column created_date set not null,
  add constraint action_note_note_date_check check (note_date >= '1900-01-01');

alter table goal add column version integer not null default 1;

create trigger count_version before update on goal for each row execute function count_version();
create trigger count_version before update on goal_check_in for each row execute function count_version();

-- When a record last changed, by the clock of the database, for clients that ask for changes. A trigger sets it, so that no statement
-- forgets it.
alter table journal_entry add column changed_at timestamptz(3) not null default now();
alter table notebook add column changed_at timestamptz(3) not null default now();
alter table goal add column changed_at timestamptz(3) not null default now();
alter table goal_check_in add column changed_at timestamptz(3) not null default now();

create function set_changed_at() returns trigger language plpgsql as $$
begin
  -- Readers look for transactions that have an id. So it is assigned before the clock is read, also to one whose first write this is.
  perform pg_current_xact_id();
  -- Truncated, because rounding could give an instant after the one that a reader takes.
  new.changed_at = date_trunc('milliseconds', clock_timestamp());
  return new;
end
$$;

create trigger set_changed_at before insert or update on journal_entry for each row execute function set_changed_at();
create trigger set_changed_at before insert or update on notebook for each row execute function set_changed_at();
create trigger set_changed_at before insert or update on goal for each row execute function set_changed_at();
create trigger set_changed_at before insert or update on goal_check_in for each row execute function set_changed_at();

create index journal_entry_user_id_changed_at_idx on journal_entry (user_id, changed_at, id);
create index notebook_user_id_changed_at_idx on notebook (user_id, changed_at, id);
create index goal_user_id_changed_at_idx on goal (user_id, changed_at, id);
create index goal_check_in_user_id_changed_at_idx on goal_check_in (user_id, changed_at, id);

-- The ids of deleted records, so that clients learn of deletions. An id is either in its table or here.
create table tombstone (
  user_id uuid not null references profile (id) on delete cascade,
  -- The table of the record.
  kind text not null check (kind in ('journal_entry', 'notebook', 'goal', 'goal_check_in')),
  id uuid not null,
  deleted_at timestamptz(3) not null,
  primary key (user_id, kind, id)
);

create index tombstone_user_id_kind_deleted_at_idx on tombstone (user_id, kind, deleted_at, id);
create index tombstone_deleted_at_idx on tombstone (deleted_at);

create function insert_tombstones() returns trigger language plpgsql as $$
begin
  -- With its user, a record leaves no tombstone.
  insert into tombstone (user_id, kind, id, deleted_at)
  select user_id, tg_table_name, id, date_trunc('milliseconds', clock_timestamp()) from deleted
  where exists (select from profile where profile.id = deleted.user_id)
  on conflict (user_id, kind, id) do update set deleted_at = excluded.deleted_at;
  return null;
end
$$;

-- Restored records, and new ones with the id of a deleted one.
create function delete_tombstones() returns trigger language plpgsql as $$
begin
  delete from tombstone using inserted
  where tombstone.user_id = inserted.user_id and tombstone.kind = tg_table_name and tombstone.id = inserted.id;
  return null;
end
$$;

create trigger insert_tombstones after delete on journal_entry
  referencing old table as deleted for each statement execute function insert_tombstones();
create trigger insert_tombstones after delete on notebook
  referencing old table as deleted for each statement execute function insert_tombstones();
create trigger insert_tombstones after delete on goal
  referencing old table as deleted for each statement execute function insert_tombstones();
create trigger insert_tombstones after delete on goal_check_in
  referencing old table as deleted for each statement execute function insert_tombstones();

create trigger delete_tombstones after insert on journal_entry
  referencing new table as inserted for each statement execute function delete_tombstones();
create trigger delete_tombstones after insert on notebook
  referencing new table as inserted for each statement execute function delete_tombstones();
create trigger delete_tombstones after insert on goal
  referencing new table as inserted for each statement execute function delete_tombstones();
create trigger delete_tombstones after insert on goal_check_in
  referencing new table as inserted for each statement execute function delete_tombstones();
