-- Every mail that goes out: written before it is sent, and never its text.
create table outgoing_mail (
  id uuid primary key,
  kind text not null check (kind in ('personal', 'welcome', 'reminder', 'digest')),
  -- Who wrote it; null for what Meadow itself writes.
  sender_id uuid references profile (id) on delete cascade,
  -- Whom Meadow writes to; null for what people write, since an address may be nobody's here.
  user_id uuid references profile (id) on delete cascade,
  address text not null check (char_length(address) between 3 and 320),
  subject text not null check (char_length(subject) between 1 and 200),
  -- What the text is made of once it is sent; empty afterwards.
  data jsonb not null default '{}' check (jsonb_typeof(data) = 'object'),
  -- SHA-256 of what people write, by which the same mail is known again where nobody knows whether it was sent.
  content_digest bytea check (octet_length(content_digest) = 32),
  -- Of several mails with the same key one is sent, so that what causes it may run twice.
  dedupe_key text unique check (char_length(dedupe_key) between 1 and 200),
  -- sending: taken by a node. unconfirmed: it may have been sent, and is not sent again. dropped: not wanted any more.
  status text not null check (status in ('queued', 'sending', 'sent', 'unconfirmed', 'failed', 'dropped')),
  attempts integer not null default 0 check (attempts >= 0),
  -- While it is queued: when to try next, and when it is of no use any more.
  next_attempt_at timestamptz(3),
  expires_at timestamptz(3),
  created_at timestamptz(3) not null,
  -- Of the present status.
  updated_at timestamptz(3) not null,
  check ((status = 'queued') = (next_attempt_at is not null)),
  check ((kind = 'personal') = (user_id is null) and (kind = 'personal') = (content_digest is not null))
);

create index outgoing_mail_in_time on outgoing_mail (created_at desc, id desc);
create index outgoing_mail_due on outgoing_mail (next_attempt_at) where status = 'queued';
create index outgoing_mail_under_way on outgoing_mail (updated_at) where status = 'sending';
create index outgoing_mail_of_sender on outgoing_mail (sender_id, content_digest) where sender_id is not null;
create index outgoing_mail_to_person on outgoing_mail (user_id) where user_id is not null;

-- How much of what somebody has sent, or got into their journal, on a day (UTC).
create table mail_count (
  user_id uuid not null references profile (id) on delete cascade,
  day date not null,
  -- 'sent', 'sent to' and an address, or 'received'.
  what text not null check (char_length(what) between 1 and 400),
  count integer not null check (count >= 0),
  primary key (user_id, day, what)
);

create index mail_count_in_time on mail_count (day);

-- Mails that came to somebody's secret address, so that each has its effect once. Mails to nobody leave nothing.
create table incoming_mail (
  user_id uuid not null references profile (id) on delete cascade,
  -- SHA-256 of its message id.
  message_digest bytea not null check (octet_length(message_digest) = 32),
  received_at timestamptz(3) not null,
  primary key (user_id, message_digest)
);

create index incoming_mail_in_time on incoming_mail (received_at);

-- What nobody guesses of the address whose mails become somebody's journal: 122 bits of chance, another one for each person.
alter table profile add column inbound_key text not null unique default replace(gen_random_uuid()::text, '-', '')
  check (char_length(inbound_key) = 32);
