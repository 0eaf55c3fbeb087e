-- Invitations to sign up, by super admins and from the waitlist. Their tokens are not stored.
create table sign_up_invitation (
  id uuid primary key,
  -- The one address that it admits; null if its token admits any address.
  email text check (char_length(email) between 3 and 254),
  max_uses integer not null check (max_uses between 1 and 1000),
  uses integer not null default 0,
  invited_by uuid references profile (id) on delete set null,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  constraint sign_up_invitation_uses_check check (uses between 0 and max_uses),
  constraint sign_up_invitation_email_check1 check (email is null or max_uses = 1)
);

create index sign_up_invitation_created_at_idx on sign_up_invitation (created_at desc, id desc);
create index sign_up_invitation_expires_at_idx on sign_up_invitation (expires_at);
create index sign_up_invitation_invited_by_idx on sign_up_invitation (invited_by) where invited_by is not null;

-- Second factors of the built-in identity provider (plugin two-factor of better-auth 1.7), which also chose the column names.
alter table identity_user add column "twoFactorEnabled" boolean not null default false;

-- Secret and recovery codes are encrypted by the provider.
create table identity_two_factor (
  "id" uuid primary key default gen_random_uuid(),
  "secret" text not null,
  "backupCodes" text not null,
  "userId" uuid not null unique references identity_user ("id") on delete cascade,
  "verified" boolean not null default false,
  "failedVerificationCount" integer not null default 0,
  "lockedUntil" timestamptz
);

-- Codes of authenticator apps that were accepted, so that none is accepted twice.
create table used_totp_code (
  user_id uuid not null references identity_user ("id") on delete cascade,
  code text not null check (code ~ '^\d{6}$'),
  expires_at timestamptz(3) not null,
  primary key (user_id, code)
);

create index used_totp_code_expires_at_idx on used_totp_code (expires_at);

-- Passkeys of the built-in identity provider (@better-auth/passkey 1.7), which also chose the column names.
create table identity_passkey (
  "id" uuid primary key default gen_random_uuid(),
  "name" text,
  "publicKey" text not null,
  "userId" uuid not null references identity_user ("id") on delete cascade,
  "credentialID" text not null unique,
  -- An unsigned number of 32 bits. The driver would return a bigint as text.
  "counter" double precision not null,
  "deviceType" text not null,
  "backedUp" boolean not null,
  "transports" text,
  "createdAt" timestamptz,
  "aaguid" text
);

create index identity_passkey_user_id_idx on identity_passkey ("userId");
