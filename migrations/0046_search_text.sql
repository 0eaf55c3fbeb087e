-- Searches compare folded texts: see decision 93. They are made by the service, with the version of the fold in the names of what depends on it.

-- The keys of a folded text: the first 2, 3 and 5 letters of each word of an alphabet up to Armenian, and each character and each pair of
-- characters of the words of all other scripts. Equal keys in place of prefixes: a prefix scan of GIN reads the words of all users.
create function search_keys_1(folded text) returns text[] language plpgsql immutable strict parallel safe as $$
declare
  word text;
  letter text;
  before text;
  size integer;
  keys text[] := '{}';
begin
  foreach word in array string_to_array(folded, ' ') loop
    if word collate "C" < U&'\0590' then
      size := length(word);
      if size > 1 then
        keys := keys || left(word, 2);
        if size > 2 then
          keys := keys || left(word, 3);
          if size > 4 then
            keys := keys || left(word, 5);
          end if;
        end if;
      end if;
    else
      before := null;
      -- One pass: substr() in a loop reads the word anew for each character.
      foreach letter in array string_to_array(word, null) loop
        keys := keys || letter;
        if before is not null then
          keys := keys || (before || letter);
        end if;
        before := letter;
      end loop;
    end if;
  end loop;
  return keys;
end
$$;

-- What a folded text was made from. If it differs from that of the row, a version without this column has changed the row.
create function search_source_1(title text, content text) returns bigint
  language sql immutable strict parallel safe return hashtextextended(title || E'\n' || content, 1);

alter table journal_entry
  -- Title and content, for those who may read the content; the title for all others. Null until folded.
  add column search_text text,
  add column search_title text,
  add column search_source bigint;

-- Searches read the texts of many entries, three pages each if they are out of line. The vector is out of line in their place, and the content
-- of entries that are longer than most.
alter table journal_entry alter search_text set storage main;
alter table journal_entry set (toast_tuple_target = 2700);

-- The indexes that searches need. On a table with rows a job makes them, concurrently.
create function search_indexes_1() returns table (name text, definition text) language sql immutable as $$
  values
    ('journal_entry_search_stale_idx', 'on journal_entry (created_at desc, id desc) include (user_id)
      where search_source is distinct from search_source_1(title, content)'),
    -- One index for authors, audiences and super admins.
    ('journal_entry_search_text_idx', 'on journal_entry using gin ((array[user_id, content_audience]), search_keys_1(search_text))'),
    ('journal_entry_search_title_idx', 'on journal_entry using gin (metadata_audience, search_keys_1(search_title))
      where metadata_audience is not null')
$$;

do $$
declare
  index_ record;
begin
  if not exists (select from journal_entry) then
    for index_ in select * from search_indexes_1() loop
      execute format('create index %I %s', index_.name, index_.definition);
    end loop;
  end if;
end
$$;

-- To fold a text changes nothing that its author or their devices see.
create or replace trigger count_version before update on journal_entry for each row
  when (coalesce(current_setting('meadow.folds', true), '') <> 'on') execute function count_version();
create or replace trigger set_changed_at before insert or update on journal_entry for each row
  when (coalesce(current_setting('meadow.folds', true), '') <> 'on') execute function set_changed_at();
create or replace trigger publish_updates after update on journal_entry
  referencing new table as changed for each statement
  when (coalesce(current_setting('meadow.folds', true), '') <> 'on') execute function publish_entry_changes('updated');
