-- Who fills the list of new keys of a GIN index moves all of it into the index: seconds for 4 MB, the default. A short list is moved at once.
create or replace function search_indexes_1() returns table (name text, definition text) language sql immutable as $$
  values
    ('journal_entry_search_stale_idx', 'on journal_entry (created_at desc, id desc) include (user_id)
      where search_source is distinct from search_source_1(title, content)'),
    -- One index for authors, audiences and super admins.
    ('journal_entry_search_text_idx', 'on journal_entry using gin ((array[user_id, content_audience]), search_keys_1(search_text))
      with (gin_pending_list_limit = 256)'),
    ('journal_entry_search_title_idx', 'on journal_entry using gin (metadata_audience, search_keys_1(search_title))
      with (gin_pending_list_limit = 256) where metadata_audience is not null')
$$;

do $$
declare
  index_ regclass;
begin
  for index_ in
    select indexrelid::regclass from pg_index join pg_class on pg_class.oid = indexrelid join pg_am on pg_am.oid = relam
    where amname = 'gin' and indrelid in ('journal_entry'::regclass, 'chat_message'::regclass, 'profile'::regclass)
  loop
    execute format('alter index %s set (gin_pending_list_limit = 256)', index_);
  end loop;
end
$$;
