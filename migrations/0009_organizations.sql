-- Of a notebook, which group it names: asked when a group goes.
create index notebook_of_team on notebook (team_id) where team_id is not null;
create index notebook_of_organization on notebook (org_id) where org_id is not null;

-- Super admins list all organizations and teams, newest first.
create index organization_in_time on organization (created_at desc, id desc);
create index team_in_time on team (created_at desc, id desc);

-- What belongs to a group is listed newest first as well; each of these also does what the index on the group alone did.
create index team_of_organization on team (org_id, created_at desc, id desc);
drop index team_organization;
create index organization_member_in_time on organization_member (org_id, joined_at desc, user_id desc);
drop index organization_member_organization;
create index team_member_in_time on team_member (team_id, joined_at desc, user_id desc);
drop index team_member_team;
