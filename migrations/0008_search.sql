-- Full-text search, limited to what the viewer may read. An index of its own for each way to be allowed to: as the author
-- (and for super admins), by the audience of the text, and by the audience of the title alone.
create extension if not exists btree_gin;

create index journal_entry_text_of_user on journal_entry
  using gin (user_id, to_tsvector('simple', title || ' ' || content));

create index journal_entry_text_of_audience on journal_entry
  using gin (content_audience, to_tsvector('simple', title || ' ' || content)) where content_audience is not null;

create index journal_entry_title_of_audience on journal_entry
  using gin (metadata_audience, to_tsvector('simple', title)) where metadata_audience is not null;

-- Super admins read everybody's entries in time order.
create index journal_entry_in_time on journal_entry (created_at desc, id desc);

-- Entries whose mentions have not been read out of their text yet.
create index journal_entry_without_mentions on journal_entry (user_id) where mentions is null;
