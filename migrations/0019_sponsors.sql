-- Sponsors of the lab, shown on its wall once they are approved. Contacts and reasons are for super admins alone.
create table sponsor (
  id uuid primary key,
  name text not null check (char_length(name) between 1 and 200),
  tier text not null check (tier in ('bronze', 'silver', 'gold', 'platinum')),
  -- Order of the tiers on the wall.
  tier_rank smallint not null
    generated always as (case tier when 'platinum' then 4 when 'gold' then 3 when 'silver' then 2 else 1 end) stored,
  contact_name text not null check (char_length(contact_name) between 1 and 200),
  contact_email text not null check (char_length(contact_email) between 3 and 254),
  website text check (website like 'https://%' and char_length(website) <= 2048),
  logo_url text check (logo_url like 'https://%' and char_length(logo_url) <= 2048),
  message text check (char_length(message) between 1 and 2000),
  status text not null default 'pending' check (status in ('pending', 'approved', 'declined')),
  decline_reason text check (char_length(decline_reason) between 1 and 1000),
  decided_at timestamptz(3),
  applied_at timestamptz(3) not null,
  constraint sponsor_declined_check check ((status = 'declined') = (decline_reason is not null)),
  constraint sponsor_decided_check check ((status = 'pending') = (decided_at is null))
);

create index sponsor_approved_tier_rank_applied_at_idx on sponsor (tier_rank desc, applied_at desc, id desc)
  where status = 'approved';
create index sponsor_approved_applied_at_idx on sponsor (applied_at desc, id desc) where status = 'approved';
create index sponsor_approved_idx on sponsor (id) where status = 'approved';
create index sponsor_pending_applied_at_idx on sponsor (applied_at desc, id desc) where status = 'pending';

-- Internships, scholarships, fellowships and mentorships that users submit.
create table opportunity (
  id uuid primary key,
  submitted_by uuid not null references profile (id) on delete cascade,
  title text not null check (char_length(title) between 1 and 200),
  type text not null check (type in ('internship', 'scholarship', 'fellowship', 'mentorship')),
  organization text not null check (char_length(organization) between 1 and 200),
  description text not null check (char_length(description) between 1 and 5000),
  url text not null check (url like 'https://%' and char_length(url) <= 2048),
  -- As submitted, a date or an instant, and when it has passed.
  deadline text check (char_length(deadline) between 10 and 40),
  closes_at timestamptz(3),
  status text not null default 'pending' check (status in ('pending', 'approved', 'declined')),
  decline_reason text check (char_length(decline_reason) between 1 and 1000),
  decided_at timestamptz(3),
  created_at timestamptz(3) not null,
  constraint opportunity_deadline_closes_at_check check ((deadline is null) = (closes_at is null)),
  constraint opportunity_declined_check check ((status = 'declined') = (decline_reason is not null)),
  constraint opportunity_decided_check check ((status = 'pending') = (decided_at is null))
);

create index opportunity_approved_created_at_idx on opportunity (created_at desc, id desc) where status = 'approved';
create index opportunity_approved_type_created_at_idx on opportunity (type, created_at desc, id desc)
  where status = 'approved';
create index opportunity_pending_created_at_idx on opportunity (created_at desc, id desc) where status = 'pending';
create index opportunity_submitted_by_idx on opportunity (submitted_by);

-- Messages from users to sponsors, never their text, which is erased with the mail.
create table sponsor_message (
  id uuid primary key,
  sender_id uuid not null references profile (id) on delete cascade,
  sponsor_id uuid not null references sponsor (id) on delete cascade,
  created_at timestamptz(3) not null
);

create index sponsor_message_sender_id_sponsor_id_idx on sponsor_message (sender_id, sponsor_id, created_at desc);
create index sponsor_message_sponsor_id_created_at_idx on sponsor_message (sponsor_id, created_at);
create index sponsor_message_created_at_idx on sponsor_message (created_at);

-- The weekly digest for a sponsor: one for each ISO week (by its Monday), whatever the status of the mail.
create table sponsor_digest (
  sponsor_id uuid not null references sponsor (id) on delete cascade,
  week_start date not null,
  created_at timestamptz(3) not null,
  primary key (sponsor_id, week_start)
);
