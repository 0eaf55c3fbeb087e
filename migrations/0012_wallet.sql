-- Drops, the currency: a ledger of every change of every balance.
create table drops_transaction (
  id uuid primary key,
  -- Null if the user is deleted: the transaction stays.
  user_id uuid references profile (id) on delete set null,
  type text not null check (type in ('signup_bonus', 'monthly_recurring', 'purchase', 'refund', 'admin_adjustment')),
  amount integer not null,
  balance_after integer not null check (balance_after >= 0),
  -- The cause, so that it takes effect once however often it is requested.
  reason_key text not null unique check (char_length(reason_key) between 1 and 200),
  description text not null check (char_length(description) between 1 and 1000),
  created_at timestamptz(3) not null,
  constraint drops_transaction_amount_check
    check (case type when 'purchase' then amount < 0 when 'admin_adjustment' then amount <> 0 else amount > 0 end)
);

create index drops_transaction_user_id_created_at_idx on drops_transaction (user_id, created_at desc, id desc);

-- Makes the ledger append-only, except that the deletion of a profile may set user_id to null.
create function reject_drops_ledger_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.user_id is null and to_jsonb(new) - 'user_id' = to_jsonb(old) - 'user_id'
    and not exists (select from profile where id = old.user_id) then
    return new;
  end if;
  raise exception 'The drops ledger is append-only.';
end
$$;

create trigger drops_transaction_no_change before update or delete on drops_transaction
  for each row execute function reject_drops_ledger_change();
create trigger drops_transaction_no_truncate before truncate on drops_transaction
  for each statement execute function reject_drops_ledger_change();
