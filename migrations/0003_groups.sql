-- Organizations and their teams: who belongs together, and so who may see what is shared with a group.
create table organization (
  id uuid primary key,
  name text not null check (char_length(name) between 1 and 100),
  description text not null default '',
  owner_id uuid not null references profile (id),
  settings jsonb not null default '{}' check (jsonb_typeof(settings) = 'object'),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);

create index organization_owner on organization (owner_id);

-- The owner has a row here as well, so that "belongs to" is one question.
create table organization_member (
  org_id uuid not null references organization (id) on delete cascade,
  user_id uuid not null references profile (id) on delete cascade,
  role text not null check (role in ('owner', 'admin', 'member')),
  joined_at timestamptz(3) not null,
  primary key (user_id, org_id)
);

create index organization_member_organization on organization_member (org_id);
create unique index organization_member_one_owner on organization_member (org_id) where role = 'owner';

create table team (
  id uuid primary key,
  org_id uuid not null references organization (id) on delete cascade,
  name text not null check (char_length(name) between 1 and 100),
  description text not null default '',
  admin_id uuid not null references profile (id),
  settings jsonb not null default '{}' check (jsonb_typeof(settings) = 'object'),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- Lets a membership row prove that its team belongs to its organization.
  unique (id, org_id)
);

create index team_organization on team (org_id);
create index team_admin on team (admin_id);

-- A team member is a member of the team's organization: the second key says so, and leaving the organization leaves its teams.
create table team_member (
  team_id uuid not null,
  org_id uuid not null,
  user_id uuid not null,
  role text not null check (role in ('admin', 'member')),
  joined_at timestamptz(3) not null,
  primary key (user_id, team_id),
  foreign key (team_id, org_id) references team (id, org_id) on delete cascade,
  foreign key (user_id, org_id) references organization_member (user_id, org_id) on delete cascade
);

create index team_member_team on team_member (team_id);
