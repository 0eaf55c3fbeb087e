-- Emails about accounts of the built-in identity provider. They go to the address of the account, which may have no profile yet:
-- external_recipient_id is the id of the account.
alter table outgoing_mail
  drop constraint outgoing_mail_category_check,
  drop constraint outgoing_mail_recipient_check,
  add constraint outgoing_mail_category_check check (category in (
    'personal', 'welcome', 'reminder', 'digest', 'sponsor-message', 'sponsor-digest', 'invitation', 'group-invitation',
    'address-verification', 'address-change', 'address-changed', 'password-reset', 'password-changed', 'sign-in-link', 'new-device'
  )),
  add constraint outgoing_mail_recipient_check check (
    case
      when category = 'personal' then user_id is null and external_recipient_id is null and content_digest is not null
      when category in ('welcome', 'reminder', 'digest')
        then user_id is not null and external_recipient_id is null and content_digest is null
      else user_id is null and external_recipient_id is not null and content_digest is null
    end
  );

-- Links that verify or change the address of an account. Each is used once, by the account that it was made for.
create table identity_address_token (
  -- SHA-256 of the token in the email.
  token_digest bytea primary key check (octet_length(token_digest) = 32),
  user_id uuid not null references identity_user ("id") on delete cascade,
  expires_at timestamptz(3) not null
);

create index identity_address_token_user_id_idx on identity_address_token (user_id);
create index identity_address_token_expires_at_idx on identity_address_token (expires_at);

-- Devices from which an account has signed in, so that a new one is announced by email.
create table identity_device (
  user_id uuid not null references identity_user ("id") on delete cascade,
  -- SHA-256 of the kind of device and its wide network.
  device_digest bytea not null check (octet_length(device_digest) = 32),
  last_seen_at timestamptz(3) not null,
  primary key (user_id, device_digest)
);

-- The first account of this instance. Its address counts as verified if the instance had no mail server at that time. The row
-- remains when the account is deleted, so that no other account takes its place.
create table identity_first_account (
  is_first boolean primary key default true check (is_first),
  user_id uuid not null
);

insert into identity_first_account (user_id)
  select "userId" from identity_account order by "createdAt", "id" limit 1;

-- Emails with a link that were sent to an address within an hour. Unlogged: losing them does no harm.
create unlogged table identity_mail_count (
  -- SHA-256 of the kind and the address.
  address_digest bytea primary key check (octet_length(address_digest) = 32),
  count integer not null check (count > 0),
  ends_at timestamptz(3) not null
);

create index identity_mail_count_ends_at_idx on identity_mail_count (ends_at);
