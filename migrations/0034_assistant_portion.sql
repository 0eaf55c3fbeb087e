-- The people of one run of an assistant's job, in portions: every node that helps takes one after the other.
create table assistant_portion (
  id uuid primary key,
  job text not null check (char_length(job) between 1 and 100),
  run_id uuid not null,
  user_ids uuid[] not null check (cardinality(user_ids) > 0),
  -- Who works on it, and until when nobody else does.
  lease_id uuid,
  leased_until timestamptz(3),
  -- How it went, of each time that somebody worked on it.
  tallies jsonb not null default '[]' check (jsonb_typeof(tallies) = 'array'),
  is_done boolean not null default false,
  check ((lease_id is null) = (leased_until is null)),
  check (not is_done or lease_id is null)
);

create index assistant_portion_to_do on assistant_portion (job, id) where not is_done;
create index assistant_portion_of_run on assistant_portion (run_id);
