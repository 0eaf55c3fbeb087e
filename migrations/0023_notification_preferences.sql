-- Who caused a notification. Without a foreign key, because the check of one would wait for a user who is being deleted.
alter table notification
  add column actor_id uuid,
  -- A deleted notification stays without its text, so that its key does not bring it back.
  add column deleted_at timestamptz(3);

update notification set actor_id = (data ->> 'from_user_id')::uuid
where kind in ('baton_pass', 'drop_received') and data ->> 'from_user_id' is not null;

-- What a user changed of the defaults of a kind. Null keeps the default.
create table notification_preference (
  user_id uuid not null references profile (id) on delete cascade,
  kind text not null check (char_length(kind) between 1 and 50),
  inbox boolean,
  push boolean,
  primary key (user_id, kind)
);

-- In the user's time zone. Quiet hours that end before they start end on the next day.
create table notification_quiet_hours (
  user_id uuid primary key references profile (id) on delete cascade,
  start_time text not null check (start_time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  end_time text not null check (end_time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  check (start_time <> end_time)
);

create index goal_target_date_idx on goal (target_date, id) where status = 'active';
