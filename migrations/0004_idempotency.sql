-- Requests with an Idempotency-Key: the steps a request has committed, and its response, kept for a day. A repeated request gets
-- the first response; a request that was interrupted resumes after its last step.
create table idempotency_key (
  user_id uuid references profile (id) on delete cascade,
  -- For requests without a user: digest of the client's network and the key, so that no IP address is stored.
  network_key_digest text,
  key text not null check (char_length(key) between 1 and 255),
  -- SHA-256 over method, URL and body: the same key with another request is an error.
  request_digest text not null,
  claimed_at timestamptz(3) not null,
  -- Changes with each run, so that a run which lost its claim commits nothing more.
  claim_id uuid not null default gen_random_uuid(),
  -- The run ended without a response to store: the next request with the key may start another run.
  is_released boolean not null default false,
  -- Session whose advisory lock shows that the run's node is alive; null if the run had none.
  node_id uuid,
  -- Version of that node's code: another version may take other steps.
  build text,
  -- Every run has the same seed and start, so the ids and times that follow from them are the same too.
  seed uuid not null default gen_random_uuid(),
  started_at timestamptz(3) not null default now(),
  -- Committed steps and their results (empty if a result cannot be repeated), until the response is stored.
  step_names text[] not null default '{}',
  step_outputs bytea[] not null default '{}',
  -- The response; null while the request runs.
  status integer,
  response_body text,
  constraint idempotency_key_user_id_key_key unique (user_id, key),
  constraint idempotency_key_network_key_digest_key unique (network_key_digest),
  constraint idempotency_key_caller_check check (num_nonnulls(user_id, network_key_digest) = 1)
);

create index idempotency_key_claimed_at_idx on idempotency_key (claimed_at);
create index idempotency_key_network_claimed_at_idx on idempotency_key (claimed_at) where network_key_digest is not null;

-- Erases stored responses and steps that name a deleted row, in the transaction of the delete: a response holds what the user
-- wrote. The key stays, so that nothing happens twice. Tables with such rows call it by a trigger of the same name.
create function erase_idempotent_responses() returns trigger language plpgsql as $$
declare
  deleted_ids text[];
  owner_ids uuid[];
begin
  if tg_table_name = 'goal_check_in' then
    -- It has no owner of its own. If the goal is deleted too, its own trigger covers these responses, which name it.
    select array_agg(deleted.id::text), array_agg(distinct goal.user_id) into deleted_ids, owner_ids
    from deleted join goal on goal.id = deleted.goal_id;
  else
    select array_agg(id::text), array_agg(distinct user_id) into deleted_ids, owner_ids from deleted;
  end if;
  update idempotency_key as request
  set status = coalesce(status, 409), response_body = null, step_names = '{}', step_outputs = '{}',
    claim_id = gen_random_uuid()
  where user_id = any (owner_ids)
    and exists (
      select from unnest(deleted_ids) as id
      where position(id in request.response_body) > 0
        or exists (
          select from unnest(request.step_outputs) as output where position(convert_to(id, 'UTF8') in output) > 0
        )
    );
  return null;
end
$$;
