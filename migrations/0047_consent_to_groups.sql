-- People can be added to a group at once; until they have accepted, this is null.
alter table organization_member add column accepted_at timestamptz(3);
update organization_member set accepted_at = joined_at;
alter table team_member add column accepted_at timestamptz(3);
update team_member set accepted_at = joined_at;

-- Who has declined or left: only an invitation that they accept brings them back.
create table organization_departure (
  org_id uuid not null references organization (id) on delete cascade,
  user_id uuid not null references profile (id) on delete cascade,
  departed_at timestamptz(3) not null,
  primary key (user_id, org_id)
);

create index organization_departure_organization on organization_departure (org_id);

create table team_departure (
  team_id uuid not null references team (id) on delete cascade,
  user_id uuid not null references profile (id) on delete cascade,
  departed_at timestamptz(3) not null,
  primary key (user_id, team_id)
);

create index team_departure_team on team_departure (team_id);

-- An ownership that its new owner has not accepted yet.
create table ownership_handover (
  org_id uuid primary key references organization (id) on delete cascade,
  -- Who owned it with their consent last; null once they are gone.
  former_owner_id uuid references profile (id) on delete set null,
  -- The role that the new owner had before, and has again after declining.
  heir_role text not null check (heir_role in ('admin', 'member')),
  handed_over_at timestamptz(3) not null
);

create index ownership_handover_former_owner on ownership_handover (former_owner_id);
