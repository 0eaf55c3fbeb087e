-- What the nightly retention job reads: rows by their age, and files by the rows that name them.
create index notification_created_at_idx on notification (created_at);
create index identity_session_expires_at_idx on identity_session ("expiresAt");
create index identity_verification_expires_at_idx on identity_verification ("expiresAt");
create index payment_event_received_at_idx on payment_event (received_at);
create index ai_call_count_day_idx on ai_call_count (day);
create index report_count_day_idx on report_count (day);
create index job_run_started_at_idx on job_run (started_at);

-- Hashes are a third of the size of the keys, which are only looked up as a whole.
create index check_in_photo_key_idx on check_in using hash (photo_key) where photo_key is not null;
create index photo_key_idx on photo using hash (key);
create index journal_entry_background_key_idx on journal_entry using hash (background_key) where background_key is not null;
create index trash_background_key_idx on trash using hash ((record ->> 'background_key'))
  where record ->> 'background_key' is not null;
create index mosaic_image_key_idx on mosaic using hash (image_key);
create index imported_history_file_key_idx on imported_history using hash (file_key) where file_key is not null;
create index tone_pack_image_image_key_idx on tone_pack_image using hash (image_key);

-- Since when an inactive user's check-in photos wait for their deletion. Null for active users, and once they are deleted.
alter table profile add column photos_inactive_since timestamptz(3);
update profile set photos_inactive_since = now() where not is_active;
create index profile_photos_inactive_since_idx on profile (photos_inactive_since) where photos_inactive_since is not null;
