-- Those who help the lab; shown on its wall once somebody has approved them. Contacts and reasons are for super admins alone.
create table sponsor (
  id uuid primary key,
  name text not null check (char_length(name) between 1 and 200),
  tier text not null check (tier in ('bronze', 'silver', 'gold', 'platinum')),
  -- Where a tier stands on the wall.
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
  check ((status = 'declined') = (decline_reason is not null)),
  check ((status = 'pending') = (decided_at is null))
);

create index sponsor_on_wall on sponsor (tier_rank desc, applied_at desc, id desc) where status = 'approved';
create index sponsor_that_is_approved on sponsor (id) where status = 'approved';
create index sponsor_that_is_pending on sponsor (applied_at desc, id desc) where status = 'pending';

-- Internships, scholarships, fellowships and mentorships that people know of.
create table opportunity (
  id uuid primary key,
  submitted_by uuid not null references profile (id) on delete cascade,
  title text not null check (char_length(title) between 1 and 200),
  type text not null check (type in ('internship', 'scholarship', 'fellowship', 'mentorship')),
  organization text not null check (char_length(organization) between 1 and 200),
  description text not null check (char_length(description) between 1 and 5000),
  url text not null check (url like 'https://%' and char_length(url) <= 2048),
  -- As it was given, a date or an instant, and from when on it has passed.
  deadline text check (char_length(deadline) between 10 and 40),
  closes_at timestamptz(3),
  status text not null default 'pending' check (status in ('pending', 'approved', 'declined')),
  decline_reason text check (char_length(decline_reason) between 1 and 1000),
  decided_at timestamptz(3),
  created_at timestamptz(3) not null,
  check ((deadline is null) = (closes_at is null)),
  check ((status = 'declined') = (decline_reason is not null)),
  check ((status = 'pending') = (decided_at is null))
);

create index opportunity_that_is_approved on opportunity (created_at desc, id desc) where status = 'approved';
create index opportunity_of_type on opportunity (type, created_at desc, id desc) where status = 'approved';
create index opportunity_that_is_pending on opportunity (created_at desc, id desc) where status = 'pending';
create index opportunity_of_person on opportunity (submitted_by);

-- That somebody wrote to a sponsor, and never what: the text is forgotten with the mail.
create table sponsor_message (
  id uuid primary key,
  sender_id uuid not null references profile (id) on delete cascade,
  sponsor_id uuid not null references sponsor (id) on delete cascade,
  created_at timestamptz(3) not null
);

create index sponsor_message_of_pair on sponsor_message (sender_id, sponsor_id, created_at desc);
create index sponsor_message_to_sponsor on sponsor_message (sponsor_id, created_at);
create index sponsor_message_in_time on sponsor_message (created_at);

-- The letter of an ISO week (by its Monday) to a sponsor: there is one, whatever becomes of the mail.
create table sponsor_letter (
  sponsor_id uuid not null references sponsor (id) on delete cascade,
  week_start date not null,
  created_at timestamptz(3) not null,
  primary key (sponsor_id, week_start)
);

-- Mails to people without a profile here, whom the feature that writes to them knows by an id.
alter table outgoing_mail add column outsider_id uuid;
alter table outgoing_mail drop constraint outgoing_mail_kind_check;
alter table outgoing_mail drop constraint outgoing_mail_check1;
alter table outgoing_mail add check (
  kind in ('personal', 'welcome', 'reminder', 'digest', 'sponsor-message', 'sponsor-digest')
);
alter table outgoing_mail add check (
  case
    when kind = 'personal' then user_id is null and outsider_id is null and content_digest is not null
    when kind like 'sponsor-%' then user_id is null and outsider_id is not null and content_digest is null
    else user_id is not null and outsider_id is null and content_digest is null
  end
);

-- What such people want no more of.
create table mail_opt_out (
  outsider_id uuid not null,
  sort text not null check (sort in ('sponsor-message', 'sponsor-digest')),
  created_at timestamptz(3) not null,
  primary key (outsider_id, sort)
);

-- Since when a template has been robust, for the figures of a week.
alter table lab_template add column robust_since timestamptz(3);
update lab_template set robust_since = updated_at where is_robust;

create index lab_template_robust_since on lab_template (robust_since)
  where robust_since is not null and is_public and is_template;
create index lab_replication_in_time on lab_replication (created_at);
