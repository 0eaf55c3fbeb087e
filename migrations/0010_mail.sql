-- Every outgoing mail, written before it is sent, and never its text.
create table outgoing_mail (
  id uuid primary key,
  category text not null check (category in (
    'personal', 'welcome', 'reminder', 'digest', 'sponsor-message', 'sponsor-digest', 'invitation', 'group-invitation'
  )),
  -- The author of a personal mail; null for mail from Meadow.
  sender_id uuid references profile (id) on delete cascade,
  -- Recipient of mail from Meadow; null for a personal mail, whose recipient may have no profile.
  user_id uuid references profile (id) on delete cascade,
  -- Recipient without a profile, by the id that the feature which writes to them uses.
  external_recipient_id uuid,
  recipient_email text not null check (char_length(recipient_email) between 3 and 320),
  subject text not null check (char_length(subject) between 1 and 200),
  -- Input of the template; emptied once the mail is sent.
  data jsonb not null default '{}' check (jsonb_typeof(data) = 'object'),
  -- SHA-256 of a personal mail's content, to recognize a second request whose first result is unknown.
  content_digest bytea check (octet_length(content_digest) = 32),
  -- One mail is sent for each key, so that its cause may run twice.
  dedupe_key text unique check (char_length(dedupe_key) between 1 and 200),
  -- sending: claimed by a node. unconfirmed: possibly sent, and not sent again. dropped: not wanted any more.
  status text not null check (status in ('queued', 'sending', 'sent', 'unconfirmed', 'failed', 'dropped')),
  attempts integer not null default 0 check (attempts >= 0),
  -- Of a queued mail.
  next_attempt_at timestamptz(3),
  expires_at timestamptz(3),
  created_at timestamptz(3) not null,
  -- When the status changed.
  updated_at timestamptz(3) not null,
  constraint outgoing_mail_queued_check check ((status = 'queued') = (next_attempt_at is not null)),
  constraint outgoing_mail_recipient_check check (
    case
      when category = 'personal' then user_id is null and external_recipient_id is null and content_digest is not null
      when category in ('sponsor-message', 'sponsor-digest', 'invitation', 'group-invitation')
        then user_id is null and external_recipient_id is not null and content_digest is null
      else user_id is not null and external_recipient_id is null and content_digest is null
    end
  )
);

create index outgoing_mail_created_at_idx on outgoing_mail (created_at desc, id desc);
create index outgoing_mail_queued_next_attempt_at_idx on outgoing_mail (next_attempt_at) where status = 'queued';
create index outgoing_mail_sending_updated_at_idx on outgoing_mail (updated_at) where status = 'sending';
create index outgoing_mail_sender_id_content_digest_idx on outgoing_mail (sender_id, content_digest)
  where sender_id is not null;
create index outgoing_mail_user_id_idx on outgoing_mail (user_id) where user_id is not null;

-- Categories that recipients without a profile have unsubscribed from.
create table mail_opt_out (
  external_recipient_id uuid not null,
  category text not null check (category in ('sponsor-message', 'sponsor-digest', 'group-invitation')),
  created_at timestamptz(3) not null,
  primary key (external_recipient_id, category)
);

-- Mails that each user has sent, or received in the journal, on a day (UTC).
create table mail_count (
  user_id uuid not null references profile (id) on delete cascade,
  day date not null,
  -- 'sent', 'sent to' with an e-mail address, or 'received'.
  counter text not null check (char_length(counter) between 1 and 400),
  count integer not null check (count >= 0),
  primary key (user_id, day, counter)
);

create index mail_count_day_idx on mail_count (day);

-- Mails that came to a user's secret address, so that each takes effect once. Mails to unknown addresses leave no trace.
create table incoming_mail (
  user_id uuid not null references profile (id) on delete cascade,
  -- SHA-256 of the message id.
  message_digest bytea not null check (octet_length(message_digest) = 32),
  received_at timestamptz(3) not null,
  primary key (user_id, message_digest)
);

create index incoming_mail_received_at_idx on incoming_mail (received_at);
