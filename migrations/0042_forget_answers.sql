-- An answer that is kept for a repeated request holds what was written. When that is deleted, on whatever way, the answers and the
-- steps that name it are forgotten with it, in the same transaction; the key stays, so that nothing is done twice.
create function forget_answers() returns trigger language plpgsql as $$
declare
  gone_ids text[];
  owners uuid[];
begin
  if tg_table_name = 'goal_check_in' then
    -- With its goal, which its answers name, too.
    select array_agg(gone.id::text), array_agg(distinct goal.user_id) into gone_ids, owners
    from gone join goal on goal.id = gone.goal_id;
  else
    select array_agg(id::text), array_agg(distinct user_id) into gone_ids, owners from gone;
  end if;
  update idempotency_key as kept
  set status = coalesce(status, 409), answer = null, step_names = '{}', step_outputs = '{}', claim_id = gen_random_uuid()
  where user_id = any (owners)
    and exists (
      select from unnest(gone_ids) as id
      where position(id in kept.answer) > 0
        or exists (
          select from unnest(kept.step_outputs) as output where position(convert_to(id, 'UTF8') in output) > 0
        )
    );
  return null;
end
$$;

create trigger answers_are_forgotten after delete on journal_entry
  referencing old table as gone for each statement execute function forget_answers();
create trigger answers_are_forgotten after delete on notebook
  referencing old table as gone for each statement execute function forget_answers();
create trigger answers_are_forgotten after delete on goal
  referencing old table as gone for each statement execute function forget_answers();
create trigger answers_are_forgotten after delete on goal_check_in
  referencing old table as gone for each statement execute function forget_answers();
create trigger answers_are_forgotten after delete on satisfaction_entry
  referencing old table as gone for each statement execute function forget_answers();
create trigger answers_are_forgotten after delete on sleep_entry
  referencing old table as gone for each statement execute function forget_answers();
create trigger answers_are_forgotten after delete on action_note
  referencing old table as gone for each statement execute function forget_answers();
