-- Who wants nothing to do with whom. It holds in both directions, whoever of the two has asked for it.
create table user_block (
  blocker_id uuid not null references profile (id) on delete cascade,
  blocked_id uuid not null references profile (id) on delete cascade,
  created_at timestamptz(3) not null,
  primary key (blocker_id, blocked_id),
  check (blocker_id <> blocked_id)
);

create index user_block_of_blocked on user_block (blocked_id, blocker_id);
