-- The number of active users in both of two audiences (the nil UUID is all users), besides the author and at most `max_count`. Synthetic users
-- do not read. A function, so that a page of entries prepares the count only for what is shared: inside its statement it took a third of
-- the time of a private entry.
create function count_readers(author_id uuid, audience uuid, within uuid, max_count integer) returns integer
language plpgsql stable as $$
begin
  if audience = '00000000-0000-0000-0000-000000000000' then
    return (
      select count(*) from (
        select from profile reader
        where reader.is_active and not reader.is_ai and reader.id <> author_id
        limit max_count
      ) reader
    );
  end if;
  return (
    select count(*) from (
      select from (
        select user_id from team_member where team_id = audience
        union all
        select user_id from organization_member where org_id = audience
      ) member
      join profile reader on reader.id = member.user_id
      where reader.is_active and not reader.is_ai and reader.id <> author_id
        and (within in (audience, '00000000-0000-0000-0000-000000000000')
          or exists (select from team_member where team_id = within and user_id = reader.id)
          or exists (select from organization_member where org_id = within and user_id = reader.id))
      limit max_count
    ) reader
  );
end
$$;
