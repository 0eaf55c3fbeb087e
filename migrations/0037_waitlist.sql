-- Who wants to join, by the address that they gave: one row for an address, whatever its case.
create table waitlist_entry (
  id uuid primary key,
  email text not null check (char_length(email) between 3 and 254),
  name text check (char_length(name) between 1 and 200),
  note text check (char_length(note) between 1 and 1000),
  status text not null default 'pending' check (status in ('pending', 'approved', 'declined')),
  decided_by uuid references profile (id) on delete set null,
  decided_at timestamptz(3),
  created_at timestamptz(3) not null,
  -- When somebody gave the address last. It is written each time, so that a known address takes as long as a new one.
  asked_at timestamptz(3) not null,
  check ((status = 'pending') = (decided_at is null)),
  check (status <> 'pending' or decided_by is null)
);

create unique index waitlist_entry_address on waitlist_entry (lower(email));
create index waitlist_entry_in_queue on waitlist_entry (status, created_at desc, id desc);
create index waitlist_entry_decided_by on waitlist_entry (decided_by) where decided_by is not null;

-- They are invited by mail.
alter table outgoing_mail drop constraint outgoing_mail_kind_check;
alter table outgoing_mail drop constraint outgoing_mail_check1;
alter table outgoing_mail add constraint outgoing_mail_kind_check check (
  kind in ('personal', 'welcome', 'reminder', 'digest', 'sponsor-message', 'sponsor-digest', 'invitation')
);
alter table outgoing_mail add constraint outgoing_mail_to_whom check (
  case
    when kind = 'personal' then user_id is null and outsider_id is null and content_digest is not null
    when kind in ('sponsor-message', 'sponsor-digest', 'invitation')
      then user_id is null and outsider_id is not null and content_digest is null
    else user_id is not null and outsider_id is null and content_digest is null
  end
);
