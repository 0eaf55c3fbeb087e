-- Every engaged drop earns its bonus unless a super admin has set a limit.
alter table drop_configuration
  alter column max_rewarded_drops_per_pair_per_day drop not null,
  alter column max_rewarded_drops_per_pair_per_day set default null;
update drop_configuration set max_rewarded_drops_per_pair_per_day = null
where max_rewarded_drops_per_pair_per_day = 5 and not exists (
  select from audit_log
  where action = 'encouragement.change-configuration' and details ? 'max_rewarded_drops_per_pair_per_day'
);

-- That the owner shared a pack with an e-mail address, whether a profile has it or not: it can be ended by its id either way.
create table tone_pack_address_share (
  id uuid primary key,
  pack_id uuid not null references tone_pack (id) on delete cascade,
  -- SHA-256 of the address in lower case: nobody else's address is stored.
  address_digest bytea not null check (octet_length(address_digest) = 32),
  created_at timestamptz(3) not null,
  unique (pack_id, address_digest)
);

-- Null for a share by user id. Ending the share by address ends the access that came of it.
alter table tone_pack_share
  add column id uuid not null default gen_random_uuid(),
  add column address_share_id uuid references tone_pack_address_share (id) on delete cascade;
create unique index tone_pack_share_id on tone_pack_share (id);
create index tone_pack_share_by_address on tone_pack_share (address_share_id) where address_share_id is not null;

-- Whether an analysis has given the mood: it goes with the text that it was read from. Moods of before count as the author's.
alter table journal_entry add column is_mood_detected boolean not null default false;

-- What a photo looks like, as bits that the database can compare, and the matching group of its author at that time.
alter table check_in
  add column match_group text,
  add column photo_bits bit(256);
create index check_in_photo_of_group on check_in (match_group, created_at) include (id, status, photo_bits)
  where match_group is not null;
