-- The photos and other pictures that a user has imported, for good: what is deleted later counts as well.
alter table imported_text add column photos integer not null default 0 check (photos >= 0);
