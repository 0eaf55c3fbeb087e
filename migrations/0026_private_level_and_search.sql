-- `private` is `user` without inheritance: owner only, also in a notebook that is shared.
alter table notebook
  drop constraint notebook_metadata_visibility_check,
  drop constraint notebook_content_visibility_check,
  add constraint notebook_metadata_visibility_check
    check (metadata_visibility in ('user', 'team', 'org', 'public', 'private')),
  add constraint notebook_content_visibility_check
    check (content_visibility in ('user', 'team', 'org', 'public', 'private'));

-- `word_count` is stored, so that a list without texts does not read them. Its white space is that of `\s` in JavaScript.
alter table journal_entry
  drop constraint journal_entry_metadata_visibility_check,
  drop constraint journal_entry_content_visibility_check,
  add constraint journal_entry_metadata_visibility_check
    check (metadata_visibility in ('user', 'team', 'org', 'public', 'private')),
  add constraint journal_entry_content_visibility_check
    check (content_visibility in ('user', 'team', 'org', 'public', 'private')),
  add column word_count integer not null generated always as (cardinality(array_remove(string_to_array(translate(content,
    E'\t\n\u000b\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff',
    repeat(' ', 24)), ' '), ''))) stored;

-- The order of `sort=entry_date`. Also the days of a user's entries, as before.
drop index journal_entry_user_id_entry_date_idx;
create index journal_entry_user_id_entry_date_idx on journal_entry (user_id, entry_date desc, created_at desc, id desc);

-- Notebooks that others share, in time order for each audience.
create index notebook_public_created_at_idx on notebook (created_at desc, id desc) where metadata_visibility = 'public';
create index notebook_team_created_at_idx on notebook (team_id, created_at desc, id desc) where metadata_visibility = 'team';
create index notebook_org_created_at_idx on notebook (org_id, created_at desc, id desc) where metadata_visibility = 'org';
