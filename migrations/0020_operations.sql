-- Reports of users about others, for super admins to decide.
create table report (
  id uuid primary key,
  reporter_id uuid not null references profile (id) on delete cascade,
  subject_type text not null check (subject_type in ('user', 'drop', 'photo')),
  -- A profile, a drop or a check-in, which may be deleted by now.
  subject_id uuid not null,
  reason text not null check (char_length(reason) between 1 and 1000),
  status text not null default 'open' check (status in ('open', 'resolved', 'dismissed')),
  note text check (char_length(note) between 1 and 1000),
  decided_by uuid references profile (id) on delete set null,
  decided_at timestamptz(3),
  created_at timestamptz(3) not null,
  constraint report_decided_at_check check ((status = 'open') = (decided_at is null)),
  constraint report_decision_note_check check ((status = 'open') = (note is null)),
  constraint report_decided_by_check check (status <> 'open' or decided_by is null)
);

-- A reporter has one open report about a subject.
create unique index report_open_subject_key on report (reporter_id, subject_type, subject_id) where status = 'open';
create index report_reporter_id_idx on report (reporter_id);
create index report_status_created_at_idx on report (status, created_at desc, id desc);
create index report_decided_by_idx on report (decided_by) where decided_by is not null;

-- Reports of each user on a day (UTC).
create table report_count (
  user_id uuid not null references profile (id) on delete cascade,
  day date not null,
  reports integer not null check (reports > 0),
  primary key (user_id, day)
);

-- The waitlist: one row for each e-mail address, whatever its case.
create table waitlist_entry (
  id uuid primary key,
  email text not null check (char_length(email) between 3 and 254),
  name text check (char_length(name) between 1 and 200),
  note text check (char_length(note) between 1 and 1000),
  status text not null default 'pending' check (status in ('pending', 'approved', 'declined')),
  decided_by uuid references profile (id) on delete set null,
  decided_at timestamptz(3),
  created_at timestamptz(3) not null,
  -- The last request with this address. Each request writes it, so that a known address takes as long as a new one.
  asked_at timestamptz(3) not null,
  constraint waitlist_entry_decided_at_check check ((status = 'pending') = (decided_at is null)),
  constraint waitlist_entry_decided_by_check check (status <> 'pending' or decided_by is null)
);

create unique index waitlist_entry_lower_email_key on waitlist_entry (lower(email));
create index waitlist_entry_created_at_idx on waitlist_entry (created_at desc, id desc);
create index waitlist_entry_status_created_at_idx on waitlist_entry (status, created_at desc, id desc);
create index waitlist_entry_decided_by_idx on waitlist_entry (decided_by) where decided_by is not null;
