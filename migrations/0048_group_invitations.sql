-- Invitations to organizations and teams: of a person, of an address, or of anyone who has the link.
create table group_invitation (
  id uuid primary key,
  org_id uuid not null references organization (id) on delete cascade,
  -- null where it is one to the organization.
  team_id uuid,
  role text not null check (role in ('admin', 'member')),
  invited_by uuid not null references profile (id) on delete cascade,
  user_id uuid references profile (id) on delete cascade,
  email text check (char_length(email) between 3 and 254),
  max_uses integer not null check (max_uses between 1 and 100),
  uses integer not null default 0 check (uses between 0 and max_uses),
  declined_at timestamptz(3),
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  foreign key (team_id, org_id) references team (id, org_id) on delete cascade,
  check (num_nonnulls(user_id, email) = 0 or num_nonnulls(user_id, email) = 1 and max_uses = 1)
);

-- A person, and an address, is invited to a group once at a time.
create unique index group_invitation_of_person on group_invitation (coalesce(team_id, org_id), user_id) where user_id is not null;
create unique index group_invitation_of_address on group_invitation (coalesce(team_id, org_id), lower(email)) where email is not null;
create index group_invitation_in_time on group_invitation (coalesce(team_id, org_id), created_at desc, id desc);
create index group_invitation_organization on group_invitation (org_id);
create index group_invitation_team on group_invitation (team_id, org_id) where team_id is not null;
create index group_invitation_to_person on group_invitation (user_id, created_at desc, id desc) where user_id is not null;
create index group_invitation_by_person on group_invitation (invited_by);

-- Addresses are invited by mail, and can want no more of it.
alter table outgoing_mail drop constraint outgoing_mail_kind_check;
alter table outgoing_mail drop constraint outgoing_mail_to_whom;
alter table outgoing_mail add constraint outgoing_mail_kind_check check (
  kind in (
    'personal', 'welcome', 'reminder', 'digest', 'sponsor-message', 'sponsor-digest', 'invitation', 'group-invitation'
  )
);
alter table outgoing_mail add constraint outgoing_mail_to_whom check (
  case
    when kind = 'personal' then user_id is null and outsider_id is null and content_digest is not null
    when kind in ('sponsor-message', 'sponsor-digest', 'invitation', 'group-invitation')
      then user_id is null and outsider_id is not null and content_digest is null
    else user_id is not null and outsider_id is null and content_digest is null
  end
);
alter table mail_opt_out drop constraint mail_opt_out_sort_check;
alter table mail_opt_out add constraint mail_opt_out_sort_check check (
  sort in ('sponsor-message', 'sponsor-digest', 'group-invitation')
);
