-- Runs since the last progress that ended with their process: the second one fails the import.
alter table data_import add column kills integer not null default 0;

-- The text that a user has imported, in bytes, for good: what is deleted later counts as well.
create table imported_text (
  user_id uuid primary key references profile (id) on delete cascade,
  bytes bigint not null check (bytes >= 0)
);

create trigger refuse_erased_user_id after insert on imported_text
  referencing new table as inserted for each statement execute function refuse_erased_user_id();
