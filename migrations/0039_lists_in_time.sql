-- The wall of sponsors and the waitlist are read newest first, whatever tier or status.
create index sponsor_on_wall_in_time on sponsor (applied_at desc, id desc) where status = 'approved';
create index waitlist_entry_in_time on waitlist_entry (created_at desc, id desc);
