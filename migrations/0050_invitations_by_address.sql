-- Users see the invitations to their verified address.
create index group_invitation_email_created_at_idx on group_invitation (lower(email), created_at desc, id desc)
  where email is not null;
