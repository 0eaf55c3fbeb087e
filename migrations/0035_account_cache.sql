-- Nodes that may have facts of accounts in memory. Logged, so that a standby which takes over knows them too.
create table node_lease (
  -- Of one connection that listens.
  id uuid primary key,
  -- Barriers that have asked this node whether it has processed all messages so far, and the last of them that it has answered.
  asked bigint not null default 0,
  acknowledged bigint not null default 0
);

-- Tells all nodes that facts of an account have changed, when the transaction commits. The argument is the column with the user's id.
create function announce_account_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('account_change', to_jsonb(old) ->> tg_argv[0]);
  return null;
end
$$;

-- The columns that every request reads. What an insert adds is in no memory.
create trigger announce_account_change after update on profile for each row
when (
  (old.is_active, old.role, old.role_changed_at, old.email, old.email_verified, old.token_issuer, old.erase_at, old.erasing_since,
    old.deleted_at)
  is distinct from
  (new.is_active, new.role, new.role_changed_at, new.email, new.email_verified, new.token_issuer, new.erase_at, new.erasing_since,
    new.deleted_at)
)
execute function announce_account_change('id');
create trigger announce_account_deletion after delete on profile for each row execute function announce_account_change('id');

create trigger announce_account_change after update on identity_user for each row
when ((old.email, old."emailVerified") is distinct from (new.email, new."emailVerified"))
execute function announce_account_change('id');
create trigger announce_account_deletion after delete on identity_user for each row execute function announce_account_change('id');

create trigger announce_account_change after update on identity_session for each row
when ((old.id, old."userId") is distinct from (new.id, new."userId"))
execute function announce_account_change('userId');
create trigger announce_account_deletion after delete on identity_session for each row
execute function announce_account_change('userId');
