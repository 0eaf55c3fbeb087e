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
