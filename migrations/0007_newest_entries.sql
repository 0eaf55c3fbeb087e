-- A super admin sees every entry, newest first: one run over all audiences, which no other index has in order.
create index journal_entry_newest on journal_entry (created_at desc, id desc);
