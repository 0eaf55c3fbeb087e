-- Organizations and their teams, which decide who sees what is shared with a group.
create table organization (
  id uuid primary key,
  name text not null check (char_length(name) between 1 and 100),
  description text not null default '',
  owner_id uuid not null references profile (id),
  settings jsonb not null default '{}' check (jsonb_typeof(settings) = 'object'),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);

create index organization_created_at_idx on organization (created_at desc, id desc);
create index organization_owner_id_idx on organization (owner_id);

-- The owner has a row too, so that membership is one query.
create table organization_member (
  org_id uuid not null references organization (id) on delete cascade,
  user_id uuid not null references profile (id) on delete cascade,
  role text not null check (role in ('owner', 'admin', 'member')),
  joined_at timestamptz(3) not null,
  -- Null until a user who was added by others accepts the membership.
  accepted_at timestamptz(3),
  primary key (user_id, org_id)
);

create index organization_member_joined_at_idx on organization_member (org_id, joined_at desc, user_id desc);
create unique index organization_member_owner_key on organization_member (org_id) where role = 'owner';

create table team (
  id uuid primary key,
  org_id uuid not null references organization (id) on delete cascade,
  name text not null check (char_length(name) between 1 and 100),
  description text not null default '',
  admin_id uuid not null references profile (id),
  settings jsonb not null default '{}' check (jsonb_typeof(settings) = 'object'),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- For the foreign keys by which a row proves that its team belongs to its organization.
  unique (id, org_id)
);

create index team_created_at_idx on team (created_at desc, id desc);
create index team_org_id_created_at_idx on team (org_id, created_at desc, id desc);
create index team_admin_id_idx on team (admin_id);

-- A team member is a member of the team's organization, so leaving the organization leaves its teams.
create table team_member (
  team_id uuid not null,
  org_id uuid not null,
  user_id uuid not null,
  role text not null check (role in ('admin', 'member')),
  joined_at timestamptz(3) not null,
  -- Null until a user who was added by others accepts the membership.
  accepted_at timestamptz(3),
  primary key (user_id, team_id),
  foreign key (team_id, org_id) references team (id, org_id) on delete cascade,
  foreign key (user_id, org_id) references organization_member (user_id, org_id) on delete cascade
);

create index team_member_joined_at_idx on team_member (team_id, joined_at desc, user_id desc);

-- Users who declined or left. Only an invitation that they accept makes them members again.
create table organization_departure (
  org_id uuid not null references organization (id) on delete cascade,
  user_id uuid not null references profile (id) on delete cascade,
  departed_at timestamptz(3) not null,
  primary key (user_id, org_id)
);

create index organization_departure_org_id_idx on organization_departure (org_id);

create table team_departure (
  team_id uuid not null references team (id) on delete cascade,
  user_id uuid not null references profile (id) on delete cascade,
  departed_at timestamptz(3) not null,
  primary key (user_id, team_id)
);

create index team_departure_team_id_idx on team_departure (team_id);

-- Transfers of ownership that the new owner has not accepted yet.
create table ownership_transfer (
  org_id uuid primary key references organization (id) on delete cascade,
  -- The last owner who had accepted; null if that user is deleted.
  previous_owner_id uuid references profile (id) on delete set null,
  -- Role of the new owner before the transfer, restored if the transfer is declined.
  previous_role text not null check (previous_role in ('admin', 'member')),
  transferred_at timestamptz(3) not null
);

create index ownership_transfer_previous_owner_id_idx on ownership_transfer (previous_owner_id);

-- Invitations to organizations and teams: for a user, for an e-mail address, or for any holder of the link.
create table group_invitation (
  id uuid primary key,
  org_id uuid not null references organization (id) on delete cascade,
  -- Null for an invitation to the organization.
  team_id uuid,
  role text not null check (role in ('admin', 'member')),
  invited_by uuid not null references profile (id) on delete cascade,
  user_id uuid references profile (id) on delete cascade,
  email text check (char_length(email) between 3 and 254),
  max_uses integer not null check (max_uses between 1 and 100),
  uses integer not null default 0,
  declined_at timestamptz(3),
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  foreign key (team_id, org_id) references team (id, org_id) on delete cascade,
  constraint group_invitation_uses_check check (uses between 0 and max_uses),
  constraint group_invitation_invitee_check
    check (num_nonnulls(user_id, email) = 0 or num_nonnulls(user_id, email) = 1 and max_uses = 1)
);

-- A group has one invitation for a user, and one for an e-mail address, at a time.
create unique index group_invitation_user_id_key on group_invitation (coalesce(team_id, org_id), user_id)
  where user_id is not null;
create unique index group_invitation_email_key on group_invitation (coalesce(team_id, org_id), lower(email))
  where email is not null;
create index group_invitation_created_at_idx on group_invitation (coalesce(team_id, org_id), created_at desc, id desc);
create index group_invitation_org_id_idx on group_invitation (org_id);
create index group_invitation_team_id_idx on group_invitation (team_id, org_id) where team_id is not null;
create index group_invitation_user_id_created_at_idx on group_invitation (user_id, created_at desc, id desc)
  where user_id is not null;
create index group_invitation_invited_by_idx on group_invitation (invited_by);
