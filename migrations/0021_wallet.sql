-- Drops, the currency: every movement of every balance, for ever. The balance of a person is the sum of their rows; it stands
-- in profile.drops_balance, too, and is changed with them.
create table drops_transaction (
  id uuid primary key,
  -- Null where the person is gone: what moved stays, without saying whose it was.
  user_id uuid references profile (id) on delete set null,
  type text not null check (type in ('signup_bonus', 'monthly_recurring', 'purchase', 'refund', 'admin_adjustment')),
  amount integer not null,
  balance_after integer not null check (balance_after >= 0),
  -- What the movement is for: something happens once, however often and wherever it is asked for.
  reason_key text not null unique check (char_length(reason_key) between 1 and 200),
  description text not null check (char_length(description) between 1 and 1000),
  created_at timestamptz(3) not null,
  check (case type when 'purchase' then amount < 0 when 'admin_adjustment' then amount <> 0 else amount > 0 end)
);

create index drops_transaction_of_user on drops_transaction (user_id, created_at desc, id desc);

create function refuse_change_of_drops_ledger() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.user_id is null and to_jsonb(new) - 'user_id' = to_jsonb(old) - 'user_id'
    and not exists (select from profile where id = old.user_id) then
    return new;
  end if;
  raise exception 'The ledger of drops is only ever added to.';
end
$$;

create trigger drops_transaction_stands before update or delete on drops_transaction
  for each row execute function refuse_change_of_drops_ledger();
create trigger drops_transaction_is_kept before truncate on drops_transaction
  for each statement execute function refuse_change_of_drops_ledger();

-- Nothing could change a balance until now but a hand in the database; what it gave is in the ledger, too.
insert into drops_transaction (id, user_id, type, amount, balance_after, reason_key, description, created_at)
select gen_random_uuid(), id, 'admin_adjustment', drops_balance, drops_balance, 'opening_balance:' || id,
  'Balance before the ledger began', now()
from profile where drops_balance <> 0;

-- People from before get their signup bonus like everybody after them.
with given as (
  update profile set drops_balance = drops_balance + 50 where not is_ai returning id, drops_balance
)
insert into drops_transaction (id, user_id, type, amount, balance_after, reason_key, description, created_at)
select gen_random_uuid(), id, 'signup_bonus', 50, drops_balance, 'signup_bonus:' || id, 'Signup bonus', now()
from given;
