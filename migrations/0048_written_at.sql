-- When an entry was written, where its client says so: one written without a connection arrives later. Null is `created_at`.
alter table journal_entry add column written_at timestamptz;
