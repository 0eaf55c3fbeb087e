-- A level that means a team or an organization without naming one let in the owner alone: now it says so. Entries that would
-- inherit what their notebook shares keep their level.
update notebook set
  metadata_visibility = case when metadata_visibility = 'team' and team_id is null
    or metadata_visibility = 'org' and org_id is null then 'user' else metadata_visibility end,
  content_visibility = case when content_visibility = 'team' and team_id is null
    or content_visibility = 'org' and org_id is null then 'user' else content_visibility end
where (team_id is null and 'team' in (metadata_visibility, content_visibility))
  or (org_id is null and 'org' in (metadata_visibility, content_visibility));

update journal_entry entry set
  metadata_visibility = case when (metadata_visibility = 'team' and team_id is null
    or metadata_visibility = 'org' and org_id is null)
    and not exists (select from notebook where notebook.id = notebook_id and notebook.metadata_visibility <> 'user')
    then 'user' else metadata_visibility end,
  content_visibility = case when (content_visibility = 'team' and team_id is null
    or content_visibility = 'org' and org_id is null)
    and not exists (select from notebook where notebook.id = notebook_id and notebook.content_visibility <> 'user')
    then 'user' else content_visibility end
where (team_id is null and 'team' in (metadata_visibility, content_visibility))
  or (org_id is null and 'org' in (metadata_visibility, content_visibility));
