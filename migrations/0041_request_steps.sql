-- What a request with an Idempotency-Key has committed so far, so that another run of it goes on there and does nothing twice.
alter table idempotency_key
  -- Changes with each run, so that a run which was overtaken commits nothing more.
  add column claim_id uuid not null default gen_random_uuid(),
  -- The run has ended without an answer to keep: the same request may begin another one.
  add column is_free boolean not null default false,
  -- The session whose advisory lock shows that the node of the run lives; null where it had none.
  add column node_id uuid,
  -- The code of that node: another one may take other steps.
  add column build text,
  -- The same for all runs, and so are the ids that follow from it.
  add column seed uuid not null default gen_random_uuid(),
  add column began_at timestamptz(3) not null default now(),
  -- Committed steps and what they came to (empty where that cannot be repeated), until the answer is stored.
  add column step_names text[] not null default '{}',
  add column step_outputs bytea[] not null default '{}';
