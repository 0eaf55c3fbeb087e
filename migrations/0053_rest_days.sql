-- Dates on which a user rests: the weekdays between two dates (inclusive). States and streaks of past dates follow from them, so that a change
-- ends a period and begins another one.
create table rest_period (
  id uuid primary key,
  user_id uuid not null references profile (id) on delete cascade,
  -- `weekly` are the rest days of each week until they are changed, `pause` is every date between two dates.
  kind text not null check (kind in ('weekly', 'pause')),
  -- ISO weekdays, 1 for Monday to 7 for Sunday.
  weekdays smallint[] not null check (weekdays <@ array[1, 2, 3, 4, 5, 6, 7]::smallint[]),
  from_date date not null,
  -- The last date. Null for the rest days that hold now.
  until_date date,
  created_at timestamptz(3) not null,
  constraint rest_period_dates_check check (until_date >= from_date),
  constraint rest_period_kind_weekdays_check
    check (case kind when 'weekly' then cardinality(weekdays) between 1 and 6 else cardinality(weekdays) = 7 end),
  constraint rest_period_pause_check check (kind = 'weekly' or until_date - from_date between 0 and 59 and until_date is not null),
  unique (user_id, kind, from_date)
);

create unique index rest_period_current_idx on rest_period (user_id) where until_date is null;

create trigger refuse_erased_user_id after insert on rest_period
  referencing new table as inserted for each statement execute function refuse_erased_user_id();

-- A photo that was rejected without a super admin can be replaced once.
alter table check_in
  add column is_rejected_automatically boolean not null default false,
  add column replaced_at timestamptz(3);
