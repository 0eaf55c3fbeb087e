-- What people tell whoever runs the service about others, until it is decided about.
create table report (
  id uuid primary key,
  reporter_id uuid not null references profile (id) on delete cascade,
  subject_type text not null check (subject_type in ('user', 'drop', 'photo')),
  -- A profile, a drop, or a check-in. It may be gone since.
  subject_id uuid not null,
  reason text not null check (char_length(reason) between 1 and 1000),
  status text not null default 'open' check (status in ('open', 'resolved', 'dismissed')),
  note text check (char_length(note) between 1 and 1000),
  decided_by uuid references profile (id) on delete set null,
  decided_at timestamptz(3),
  created_at timestamptz(3) not null,
  check ((status = 'open') = (decided_at is null)),
  check ((status = 'open') = (note is null)),
  check (status <> 'open' or decided_by is null)
);

-- Of one person, there is one open report about a thing.
create unique index report_open on report (reporter_id, subject_type, subject_id) where status = 'open';
create index report_of_reporter on report (reporter_id);
create index report_in_queue on report (status, created_at desc, id desc);
create index report_decided_by on report (decided_by) where decided_by is not null;

-- How many reports a person has made on a day (UTC).
create table report_count (
  user_id uuid not null references profile (id) on delete cascade,
  day date not null,
  reports integer not null check (reports > 0),
  primary key (user_id, day)
);
