-- The whole text of emails to journals, since an entry has only what its owner wrote.
create table journal_mail (
  id uuid primary key,
  user_id uuid not null references profile (id) on delete cascade,
  subject text not null check (char_length(subject) <= 2000),
  content text not null check (char_length(content) <= 100000),
  -- Null if the email became none, or if the entry is deleted.
  entry_id uuid references journal_entry (id) on delete set null,
  -- Why the email became no entry.
  reason text check (reason in ('automatic')),
  created_at timestamptz(3) not null,
  constraint journal_mail_entry_or_reason_check check (reason is null or entry_id is null)
);

create index journal_mail_created_at_idx on journal_mail (created_at);
create index journal_mail_user_id_created_at_idx on journal_mail (user_id, created_at desc, id desc);
create index journal_mail_entry_id_idx on journal_mail (entry_id) where entry_id is not null;

create trigger refuse_erased_user_id after insert on journal_mail
  referencing new table as inserted for each statement execute function refuse_erased_user_id();
