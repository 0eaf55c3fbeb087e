-- How much text each person has sent on the day (UTC) of their last one: one row each, so that nothing has to be tidied up.
create table text_count (
  user_id uuid primary key references profile (id) on delete cascade,
  day date not null,
  bytes bigint not null check (bytes >= 0)
);
