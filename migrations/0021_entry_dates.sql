-- The day that an entry is about. `created_date` is the local day on which it was created, in the time zone that its author had then:
-- an entry with another `entry_date` was written for another day and does not count as activity.
alter table journal_entry add column entry_date date, add column created_date date;

with zone as materialized (select lower(name) as name from pg_timezone_names)
update journal_entry entry set entry_date = local.day, created_date = local.day
from journal_entry written
join profile on profile.id = written.user_id
cross join lateral (
  select (written.created_at at time zone case
    when lower(profile.preferences ->> 'timezone') in (select name from zone) then profile.preferences ->> 'timezone'
    else 'UTC' end)::date as day
) local
where written.id = entry.id;

alter table journal_entry
  alter column entry_date set not null,
  alter column created_date set not null,
  add constraint journal_entry_entry_date_check check (entry_date >= '1900-01-01');

create index journal_entry_user_id_entry_date_idx on journal_entry (user_id, entry_date);
-- Of the few entries that were written for another day, the list filters by date apart from the others: for those `created_at` bounds
-- the date.
create index journal_entry_other_day_user_id_idx on journal_entry (user_id, created_at desc, id desc, entry_date)
  where entry_date <> created_date;
create index journal_entry_other_day_idx on journal_entry (created_at desc, id desc, entry_date)
  where entry_date <> created_date;
create index journal_entry_other_day_metadata_audience_idx on journal_entry (metadata_audience, created_at desc, id desc, entry_date)
  where entry_date <> created_date and metadata_audience is not null;
